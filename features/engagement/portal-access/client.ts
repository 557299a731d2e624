import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { live } from '#web/data/live.ts'
import { type PortalAccess, type PortalAccessForm, portalAccessApi, type RenewalForm } from './contract.ts'

export const portalAccessQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['portal-access', clientId],
    queryFn: () => call(portalAccessApi.list, { params: { id: clientId } }),
    ...live,
  })

export const useCreateLink = (clientId: number) =>
  useChange<PortalAccess[], PortalAccessForm, PortalAccess>({
    ...portalAccessQuery(clientId),
    run: (body) => call(portalAccessApi.create, { params: { id: clientId }, body }),
    applyResult: (links, created) => [created, ...links],
    succeeded: () => 'Portal link created',
    failed: 'Failed to create portal link',
  })

export const useRenewLink = (clientId: number, accessId: number) =>
  useChange<PortalAccess[], RenewalForm, PortalAccess>({
    ...portalAccessQuery(clientId),
    run: (body) => call(portalAccessApi.renew, { params: { id: clientId, accessId }, body }),
    applyResult: withChanged,
    succeeded: () => 'Portal link renewed',
    failed: 'Failed to renew portal link',
  })

export const useMailLink = (clientId: number, accessId: number) =>
  useChange<PortalAccess[], void, PortalAccess & { mailed_to: string }>({
    ...portalAccessQuery(clientId),
    run: () => call(portalAccessApi.mail, { params: { id: clientId, accessId } }),
    applyResult: withChanged,
    succeeded: ({ mailed_to }) => `Portal link sent to ${mailed_to}`,
    failed: 'Failed to send portal link',
  })

export const useRevokeLink = (clientId: number, accessId: number) =>
  useChange<PortalAccess[], void, PortalAccess>({
    ...portalAccessQuery(clientId),
    run: () => call(portalAccessApi.revoke, { params: { id: clientId, accessId } }),
    applyResult: withChanged,
    succeeded: () => 'Portal link revoked',
    failed: 'Failed to revoke portal link',
  })

function withChanged(links: PortalAccess[], changed: PortalAccess): PortalAccess[] {
  return links.map((link) => (link.id === changed.id ? { ...link, ...changed } : link))
}
