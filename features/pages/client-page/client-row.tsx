import { Link } from 'react-router'
import { formatDate } from '#core/format.ts'
import { Sums } from '#features/pages/list-figures/sums.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { fillsRow } from '#web/ui/fills-row.ts'
import { Nothing, Row } from '#web/ui/row-list.tsx'
import { SelectionBox } from '#web/ui/selection-boxes.tsx'
import { ClientActions, type ClientItemProps, RestoreButton } from './client-card.tsx'

type ClientRowProps = ClientItemProps & {
  selected: boolean
  onToggle(range: boolean): void
}

/** One line for wide screens. */
export function ClientRow(props: ClientRowProps) {
  const { client, figures, selected, onToggle, onEdit, onPortal } = props
  const { name, company, email, phone } = client
  return (
    <Row selected={selected}>
      <SelectionBox of={name} selected={selected} onToggle={onToggle} className="relative z-1" />
      <div className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} size="sm" />
        <div className="min-w-0">
          <h2 className="truncate text-body leading-5 font-semibold" title={name}>
            <Link to={`/clients/${client.id}`} className={cx('rounded-xs', fillsRow)}>
              {name}
            </Link>
          </h2>
          {company !== name && <p className="truncate text-micro text-muted">{company}</p>}
        </div>
      </div>
      <Reach href={`mailto:${email}`}>{email}</Reach>
      <Reach href={`tel:${phone}`}>{phone}</Reach>
      <Sums sums={figures?.owed} empty="Nothing owed" alarming={figures?.is_overdue ?? false} />
      <Sums sums={figures?.unbilled} empty="Nothing unbilled" />
      <span className="text-right text-muted tabular-nums">
        {figures?.last_active_on ? formatDate(figures.last_active_on) : <Nothing says="No activity" />}
      </span>
      <span className="relative flex justify-end">
        {client.archived ? (
          <RestoreButton client={client} />
        ) : (
          <ClientActions client={client} onEdit={onEdit} onPortal={onPortal} />
        )}
      </span>
    </Row>
  )
}

const Reach = ({ href, children }: { href: string; children: string }) =>
  children ? (
    <a href={href} className="relative w-fit max-w-full truncate rounded-xs text-muted hover:text-ink">
      {children}
    </a>
  ) : (
    <Nothing says="Not set" />
  )
