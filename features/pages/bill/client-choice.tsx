import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { DateOnly } from '#core/calendar.ts'
import { formatDecimalHours, formatMoney, formatShortDay } from '#core/format.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { type ClientWork, hoursOf, oldestOf } from './rules/choices.ts'

type ClientChoiceProps = { clients: ClientWork[]; searchFor(changes: { client_id: string }): string }

/** The client to bill. An invoice has one client. */
export function ClientChoice({ clients, searchFor }: ClientChoiceProps) {
  const today = useToday()
  const billable = clients.filter(({ id }) => id !== null)
  const withoutClient = clients.find(({ id }) => id === null)?.projects ?? []
  return (
    <>
      {billable.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label="Clients with unbilled work">
            {billable.map((client) => (
              <li key={client.id} className="border-b border-hairline last:border-0">
                <Link
                  to={{ search: searchFor({ client_id: String(client.id) }) }}
                  className="flex min-h-17.5 items-center gap-4 px-4 py-3 transition-colors -outline-offset-2 hover:bg-sunken md:px-5"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{client.name}</span>
                    <span className="mt-0.5 line-clamp-2 text-meta text-muted wrap-anywhere">
                      {[...new Set(client.projects.map(({ name }) => name))].join(', ')}
                    </span>
                    <span className="mt-0.5 block text-meta text-faint">{describeWork(client, today)}</span>
                  </span>
                  <span className="shrink-0 text-right font-medium">
                    {client.amounts.map(({ currency, amount }) => (
                      <span key={currency} className="block">
                        {amount === 0 ? <Badge tone="yellow">No rate</Badge> : formatMoney(amount, currency)}
                      </span>
                    ))}
                  </span>
                  <ChevronRight aria-hidden className="icon shrink-0 text-faint" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {withoutClient
        .filter(({ id }) => id !== null)
        .map(({ id, name, currency }) => (
          <p key={`${id} ${currency}`} className="mt-3 text-meta text-muted">
            Work on {name} cannot be billed yet, since the project has no client.{' '}
            <TextLink to={`/projects/${id}?edit=${id}`}>Choose its client</TextLink>
          </p>
        ))}
      {withoutClient
        .filter(({ id }) => id === null)
        .flatMap(({ source, currency }) =>
          source.expenses.map(({ id, description, amount }) => (
            <p key={`expense ${id}`} className="mt-3 text-meta text-muted">
              The expense {description} for {formatMoney(amount, currency)} cannot be billed yet, since it has
              neither a project nor a client. <TextLink to={`/expenses?edit=${id}`}>Choose one</TextLink>
            </p>
          )),
        )}
    </>
  )
}

/** "12.5 h, oldest from Nov 3" */
function describeWork(client: ClientWork, today: DateOnly): string {
  const hours = hoursOf(client)
  const oldest = oldestOf(client)
  const hasHours = hours > 0
  return [
    hasHours && `${formatDecimalHours(hours)} h`,
    oldest && `${hasHours ? 'oldest' : 'Oldest'} from ${formatShortDay(oldest, today)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
