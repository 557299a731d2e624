import { useQuery } from '@tanstack/react-query'
import { Download, Link2Off } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '#web/data/api-error.ts'
import { ViaDaybook } from '#web/layout/via-daybook.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Panel } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ApprovalBadge } from './approval-badge.tsx'
import { certificatePdfUrl, certificateQuery } from './client.ts'
import type { Certificate } from './contract/certificates.ts'
import { FileCheck } from './file-check.tsx'
import { certificateText } from './rules/certificates.ts'

/** The certificate, for everyone who has its code. */
export function CertificateScreen() {
  const { code = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(certificateQuery(code))
  return (
    <div className="flex min-h-dvh flex-col">
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      <main className="mx-auto w-full max-w-4xl flex-1 px-4 py-8 md:px-8 md:py-12">
        {data ? (
          <Shown certificate={data} />
        ) : error ? (
          <Unavailable error={error} isFetching={isFetching} onRetry={() => void refetch()} />
        ) : (
          <CertificateLoading />
        )}
      </main>
      <footer className="mx-auto flex w-full max-w-4xl justify-end px-4 pt-2 pb-8 text-micro text-faint md:px-8 print:hidden">
        <ViaDaybook />
      </footer>
    </div>
  )
}

function Shown({ certificate }: { certificate: Certificate }) {
  const { title, statement, subject, description, decision, feedback, requests, proof } =
    certificateText(certificate)
  const { file } = certificate
  return (
    <>
      <title>{`${title} · ${certificate.business_name}`}</title>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <p className="wrap-anywhere text-muted">{certificate.business_name}</p>
          <h1 className="mt-1 font-serif text-title font-semibold tracking-tight text-balance">{title}</h1>
          <p className="mt-2 text-lead text-pretty wrap-anywhere [unicode-bidi:isolate]">{statement}</p>
          <p className="mt-3">
            <ApprovalBadge status={certificate.decision} />
          </p>
        </div>
        {!certificate.is_file_pending && (
          <a href={certificatePdfUrl(certificate.code)} download className={buttonStyle()}>
            <Download aria-hidden /> Download PDF
          </a>
        )}
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="What was decided on">
            <Facts facts={subject} />
            {description && <Quote className="mt-4">{description}</Quote>}
            {file && (
              <div className="mt-4 border-t border-hairline pt-4">
                <p className="flex items-center justify-between gap-3 text-micro text-faint">
                  SHA-256 <CopyButton text={file.sha256} label="Copy the SHA-256" />
                </p>
                <p className="font-mono text-meta wrap-anywhere">{file.sha256}</p>
              </div>
            )}
          </Panel>
          <Panel title="How it was decided">
            <Facts facts={decision} />
            {feedback && <Quote className="mt-4">{feedback}</Quote>}
            {requests.length > 0 && <RequestedLines requests={requests} />}
          </Panel>
        </div>
        <Panel title={file || certificate.is_file_pending ? 'Check a file' : 'No file to check'}>
          {file && <FileCheck file={file} />}
          <p className="text-meta text-pretty text-muted">{proof}</p>
        </Panel>
      </div>
    </>
  )
}

function RequestedLines({ requests }: { requests: { label: string; value: string }[] }) {
  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <h3 className="text-micro text-faint">Changes requested on single lines</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {requests.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may read alike, and keep their place
          <li key={index}>
            <p className="font-medium wrap-anywhere whitespace-pre-line">{label}</p>
            <Quote className="mt-1">{value}</Quote>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2.5">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type UnavailableProps = { error: Error; isFetching: boolean; onRetry(): void }

function Unavailable({ error, isFetching, onRetry }: UnavailableProps) {
  const isUnknown = error instanceof ApiError && error.status === 404
  const title = isUnknown ? 'There is no such certificate' : 'The certificate could not be loaded'
  return (
    <div className="py-16">
      <title>{`${title} · Daybook`}</title>
      <h1 className="sr-only">Certificate</h1>
      <EmptyState
        icon={<Link2Off />}
        title={title}
        text={
          isUnknown
            ? 'Please use the address as it is on the certificate, with all its characters.'
            : 'Please try again.'
        }
        action={
          isUnknown ? undefined : (
            <Button variant="primary" pending={isFetching} onClick={onRetry}>
              Try Again
            </Button>
          )
        }
      />
    </div>
  )
}

function CertificateLoading() {
  return (
    <Loading>
      <h1 className="sr-only">Certificate</h1>
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="mt-3 h-6 w-4/5" />
      <Skeleton className="mt-8 h-96 w-full" />
    </Loading>
  )
}
