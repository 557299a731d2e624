import type { ReactNode } from 'react'
import { ButtonLink, type ButtonLinkProps } from './button-link.tsx'
import { Panel } from './card.tsx'

/** In place of zeros on something new: what can be done with it. Its children are `NextStep`s. */
export const NextSteps = ({ children }: { children: ReactNode }) => (
  <Panel title="Next steps" flush>
    <ul>{children}</ul>
  </Panel>
)

type NextStepProps = Omit<ButtonLinkProps, 'size' | 'variant' | 'className'> & {
  icon: ReactNode
  /** Beside the link, which its children name. */
  text: string
}

export const NextStep = ({ icon, text, ...link }: NextStepProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline px-5 py-2.5 last:border-0 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint">
    {icon}
    <span className="min-w-48 flex-1 text-muted max-sm:basis-[calc(100%-1.75rem)]">{text}</span>
    <span className="max-sm:ml-7">
      <ButtonLink size="sm" {...link} />
    </span>
  </li>
)
