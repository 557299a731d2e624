import { InvalidLink } from '#server/errors.ts'
import { type Http, routes } from '#server/http/routes.ts'
import { secretAddress } from '#server/http/secret-address.ts'
import * as certificates from './actions.ts'
import { certificatesApi } from './contract.ts'

export const certificateRoutes = routes(certificatesApi, {
  get: (ctx, { params }, http) => countGuesses(http, certificates.getCertificate(ctx, params.code)),
  pdf: (ctx, { params }, http) => countGuesses(http, certificates.certificateAsPdf(ctx, params.code)),
  file: (ctx, { params }) => certificates.openDecidedFile(ctx, params.code),
})

export const certificateAddresses = [secretAddress('certificates'), secretAddress('verify')]

/** As with portal links, whoever tries many codes is slowed down. */
async function countGuesses<Result>(http: Http, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof InvalidLink) await http.countUnknownCredential()
    throw error
  }
}
