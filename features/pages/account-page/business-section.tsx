import type { ReactNode } from 'react'
import { Panel } from '#web/ui/card.tsx'
import { SECTIONS, type SectionId } from './rules.ts'

type BusinessSectionProps = { section: SectionId; text: string; children: ReactNode }

/** A part of the profile with an address of its own. */
export const BusinessSection = ({ section, text, children }: BusinessSectionProps) => (
  <Panel id={section} title={SECTIONS[section].title} description={text}>
    <div className="flex flex-col gap-4">{children}</div>
  </Panel>
)
