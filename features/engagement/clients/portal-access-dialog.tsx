import { useQuery } from '@tanstack/react-query'
import { Link2, UserX } from 'lucide-react'
import type { FormEvent } from 'react'
import { AccessLink } from '#features/engagement/portal-access/access-link.tsx'
import { portalAccessQuery, useCreateLink } from '#features/engagement/portal-access/client.ts'
import type { PortalAccess } from '#features/engagement/portal-access/contract.ts'
import { ExpiryField, useExpiry } from '#features/engagement/portal-access/expiry-field.tsx'
import { ViewAsClient } from '#features/engagement/portal-access/view-as-client.tsx'
import { failureOf } from '#web/data/list.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { clientQuery } from './client.ts'
import type { Client } from './contract.ts'

type PortalAccessDialogProps = {
  clientId: number
  /** The client as far as it is already loaded. */
  known: Client | undefined
  onClose(): void
}

export function PortalAccessDialog({ clientId, known, onClose }: PortalAccessDialogProps) {
  const fetched = useQuery({ ...clientQuery(clientId), enabled: !known })
  const query = useQuery(portalAccessQuery(clientId))
  const { data: links } = query
  const failure = failureOf(query)
  const client = known ?? fetched.data
  const isMissing = fetched.isError || client?.archived === true

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Portal access"
      description={
        client &&
        `With a portal link, ${client.name} can view projects and invoices, approve them and write to you. No account is needed.`
      }
    >
      <DialogBody className="gap-5">
        {isMissing && (
          <EmptyState
            icon={<UserX />}
            title="Client not found"
            text="It may have been deleted in the meantime."
          />
        )}
        {!isMissing && failure && <LoadFailed what="The portal links" {...failure} />}
        {!isMissing && !failure && (!client || !links) && <LinksLoading />}
        {!isMissing && client && links && (
          <>
            <CreateLink clientId={clientId} first={links.length === 0} />
            {links.length > 0 && <Links client={client} links={closedLast(links)} />}
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

const closedLast = (links: PortalAccess[]) =>
  links.toSorted((a, b) => Number(a.status === 'revoked') - Number(b.status === 'revoked'))

function CreateLink({ clientId, first }: { clientId: number; first: boolean }) {
  const creation = useCreateLink(clientId)
  const expiry = useExpiry()

  const create = (event: FormEvent) => {
    event.preventDefault()
    if (expiry.day && !creation.isPending) creation.mutate({ expires_on: expiry.day })
  }

  return (
    <form noValidate onSubmit={create} className="flex flex-wrap items-start gap-x-3 gap-y-4">
      <ExpiryField label="A new link works for" expiry={expiry} />
      <Button
        type="submit"
        variant={first ? 'primary' : 'secondary'}
        className="max-md:w-full md:mt-6.5"
        pending={creation.isPending}
        disabled={!expiry.day}
      >
        <Link2 aria-hidden /> Create link
      </Button>
    </form>
  )
}

function Links({ client, links }: { client: Client; links: PortalAccess[] }) {
  return (
    <section className="flex flex-col gap-3 border-t border-hairline pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-body font-semibold">Links</h3>
        <ViewAsClient clientId={client.id} size="sm" />
      </div>
      <ul className="flex flex-col gap-3">
        {links.map((link) => (
          <AccessLink key={link.id} client={client} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinksLoading() {
  return (
    <Loading>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-36" />
      </div>
    </Loading>
  )
}
