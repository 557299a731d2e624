import type { ReactNode } from 'react'
import { BackLink } from '#web/ui/back-link.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Failure, LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

interface Kind {
  noun: 'Client' | 'Project'
  list: { path: string; name: string }
}

/** The page of a record that is not there. */
export function RecordNotFound({ noun, list, icon }: Kind & { icon: ReactNode }) {
  const title = `${noun} not found`
  return (
    <>
      <Header list={list} title={title} />
      <EmptyState
        icon={icon}
        title={title}
        text="It may have been deleted, or it belongs to another account."
        action={<ButtonLink to={list.path}>All {list.name.toLowerCase()}</ButtonLink>}
      />
    </>
  )
}

export function RecordFailed({ noun, list, failure }: Kind & { failure: Failure }) {
  return (
    <>
      <Header list={list} title={noun} />
      <LoadFailed what={`This ${noun.toLowerCase()}`} {...failure} />
    </>
  )
}

/** `children` stand for its parts. */
export function RecordLoading({ noun, list, children }: Kind & { children: ReactNode }) {
  return (
    <>
      <Header list={list} title={noun} />
      <Loading>{children}</Loading>
    </>
  )
}

const Header = ({ list, title }: Pick<Kind, 'list'> & { title: string }) => (
  <PageHeader title={title} back={<BackLink to={list.path}>{list.name}</BackLink>} />
)
