import { queryOptions } from '@tanstack/react-query'
import type { LoaderFunction } from 'react-router'
import { pathWith } from '#core/endpoint.ts'
import { setPageLocale } from '#core/format.ts'
import { call } from '#web/data/api.ts'
import { queryClientContext } from '#web/data/prefetch.ts'
import { certificatesApi } from './contract/certificates.ts'

const PENDING_MILLISECONDS = 2000

/** A certificate never changes, once the document that was decided on is rendered. */
export const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificates', code],
    queryFn: async () => {
      const certificate = await call(certificatesApi.get, { params: { code } })
      setPageLocale(certificate.locale)
      return certificate
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => data?.is_file_pending === true && PENDING_MILLISECONDS,
  })

/** Requests the certificate while the code of the screen is loading. */
export const certificateLoader: LoaderFunction = ({ context, params: { code = '' } }) => {
  void context.get(queryClientContext).prefetchQuery(certificateQuery(code))
  return null
}

/** The download for the freelancer. Clients use their portal link. */
export const decidedFileUrl = (code: string): string => pathWith(certificatesApi.file.path, { code })

export const certificatePdfUrl = (code: string): string => pathWith(certificatesApi.pdf.path, { code })
