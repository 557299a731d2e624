import type { ListLink } from '#web/navigation/list-link.ts'
import { cx } from '#web/ui/cx.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type FilterChoice, ListFilter } from './list-filter.tsx'

interface ListSearchProps {
  link: ListLink
  placeholder: string
  searching: boolean
  /** True if nothing is listed. In a new account, there is nothing to search either. */
  isEmpty: boolean
  choices?: readonly FilterChoice[]
  className?: string
}

/** Searches and filters a list. */
export function ListSearch(props: ListSearchProps) {
  const { link, placeholder, searching, isEmpty, choices = [], className = '' } = props
  if (isEmpty && !link.narrowed && link.search === '') return null
  return (
    <div className={cx('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-md:w-full', className)}>
      <SearchBox
        className="w-64 max-md:w-full"
        placeholder={placeholder}
        value={link.search}
        onValueChange={link.setSearch}
        searching={searching}
      />
      <ListFilter link={link} choices={choices} />
    </div>
  )
}

/** Filters work by whether it is billed already. */
export const billedChoice: FilterChoice = {
  name: 'billed',
  label: 'Billed',
  options: [
    { value: 'true', label: 'Billed' },
    { value: 'false', label: 'Unbilled' },
  ],
}

/** Filters work by whether it is billed to a client. */
export const billableChoice = (notBillable: string): FilterChoice => ({
  name: 'billable',
  label: 'Billable',
  options: [
    { value: 'true', label: 'Billable' },
    { value: 'false', label: notBillable },
  ],
})
