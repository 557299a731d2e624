import type { Hundredths } from '#core/units.ts'
import type { Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import type { AuthorType } from '#features/work/comments/contract.ts'
import type { MilestoneStatus } from '#features/work/milestones/contract.ts'
import type { demoWireframe } from './wireframe.ts'
import { BILLED_FEES } from './work.ts'

/** The events of a project. Days are counted back from today, those to come are below zero. */
export interface Story {
  project: string
  milestones: [title: string, description: string, due: number, status: MilestoneStatus, fee?: Hundredths][]
  deliverables: Delivery[]
  comments: [day: number, hour: number, author: AuthorType | 'internal' | 'reviewer', content: string][]
}

interface Delivery {
  title: string
  description: string
  /** A drawing that is delivered as a file, or else the address of what is delivered. */
  drawing?: Parameters<typeof demoWireframe>[0]
  link?: string
  fee?: Hundredths
  created: number
  /** Each with the day it was submitted, and the client's decision. */
  versions: [
    submitted: number,
    outcome?: [day: number, verdict: Verdict, feedback: string, by?: 'reviewer'],
  ][]
}

export const STORIES: Story[] = [
  {
    project: 'Northwind online shop',
    milestones: [
      ['Discovery workshop', 'Goals, audiences and the inventory of pages.', 215, 'completed'],
      ['Wireframes', 'All templates, from home to checkout.', 160, 'completed'],
      ['Visual design', 'Desktop and mobile, light and dark.', 74, 'completed'],
      ['Component library', 'Documented and handed over in two phases.', -16, 'in_progress'],
      ['Photography', 'Waits for the autumn collection.', 9, 'delayed'],
      ['Launch', '', -45, 'pending'],
    ],
    deliverables: [
      {
        title: 'Sitemap and wireframes',
        description: 'Every template with notes on behaviour.',
        link: 'northwind/wireframes',
        created: 190,
        versions: [
          [172, [170, 'rejected', 'The search should be on every page, please. The rest reads very well.']],
          [163, [161, 'approved', 'Exactly what we had in mind.']],
        ],
      },
      {
        title: BILLED_FEES.homepage.title,
        description: 'Three screen sizes, with the seasonal teaser.',
        drawing: 'homepage',
        fee: BILLED_FEES.homepage.fee,
        created: 120,
        versions: [[96, [BILLED_FEES.homepage.approved, 'approved', '']]],
      },
      {
        title: 'Checkout flow',
        description: 'Basket, address, payment and thanks as a clickable prototype.',
        drawing: 'checkout',
        fee: 120_000,
        created: 52,
        versions: [
          [30, [27, 'rejected', 'Could guests check out without an account? We lose many people there.']],
          [6],
        ],
      },
      {
        title: 'Product page templates',
        description: 'Clothing, boots and tents.',
        link: 'northwind/product-pages',
        created: 40,
        versions: [[13, [10, 'rejected', 'The size table is hard to read on a phone.']]],
      },
      {
        title: 'Icon set',
        description: 'Sixty icons for tents, boots and weather.',
        link: 'northwind/icons',
        fee: 85_000,
        created: 20,
        versions: [[8, [5, 'approved', 'These are lovely.', 'reviewer']]],
      },
      {
        title: 'Component library, second phase',
        description: 'Forms, tables and notices.',
        link: 'northwind/components',
        created: 8,
        versions: [],
      },
    ],
    comments: [
      [172, 15, 'freelancer', 'The wireframes are up. I am curious what you think of the shorter menu.'],
      [170, 9, 'client', 'Looks great! We have one wish about the search, see there.'],
      [
        28,
        16,
        'internal',
        'Guest checkout was not in the offer: about eight hours more. Mention it on the next call.',
      ],
      [27, 11, 'client', 'Would guest checkout still be possible before the launch?'],
      [26, 10, 'freelancer', 'Yes, it fits in. You will find it in the second version of the checkout.'],
      [2, 14, 'reviewer', 'Thank you, we will look at it with the team on Thursday.'],
    ],
  },
  {
    project: 'Trail guide illustrations',
    milestones: [
      ['Sketches', 'All twelve maps in pencil.', 312, 'completed'],
      ['Final art', '', 270, 'completed'],
      ['Print files', 'Checked with the printer.', 257, 'completed'],
    ],
    deliverables: [
      {
        title: 'Twelve trail maps',
        description: 'Vector files and a printable overview.',
        link: 'northwind/trail-maps',
        created: 300,
        versions: [[274, [271, 'approved', 'Beautiful. Our rangers want them as posters.']]],
      },
      {
        title: BILLED_FEES.spots.title,
        description: 'Forty, sorted by chapter.',
        link: 'northwind/spots',
        fee: BILLED_FEES.spots.fee,
        created: 290,
        versions: [[266, [BILLED_FEES.spots.approved, 'approved', '']]],
      },
    ],
    comments: [[256, 15, 'client', 'The guide is at the printer. It was a pleasure!']],
  },
  {
    project: 'Seasonal packaging',
    milestones: [
      ['Spring edition', 'Box, bag and label.', 98, 'completed'],
      ['Summer edition', 'Box, bag and label.', 21, 'completed', 60_000],
      ['Autumn edition', 'Box, bag and label.', -24, 'in_progress', 60_000],
    ],
    deliverables: [
      {
        title: 'Autumn label',
        description: 'Two directions, both with the new roast names.',
        link: 'harbor-and-pine/autumn-label',
        created: 15,
        versions: [[4]],
      },
      {
        title: 'Gift box',
        description: 'First sketches.',
        link: 'harbor-and-pine/gift-box',
        created: 5,
        versions: [],
      },
    ],
    comments: [
      [22, 13, 'client', 'The summer bags arrived, everybody here loves the green.'],
      [4, 17, 'freelancer', 'Two directions for the autumn label wait for you. I would go with the second.'],
    ],
  },
  {
    project: 'Atelier Moreau website',
    milestones: [
      ['Concept', 'Structure in both languages.', 84, 'completed'],
      ['Design', 'Portfolio, press and contact.', 12, 'delayed'],
      ['Handover', '', -30, 'pending'],
    ],
    deliverables: [],
    comments: [
      [11, 10, 'freelancer', 'I still need the photographs of the last collection to finish the portfolio.'],
    ],
  },
  {
    project: 'Juniper design system',
    milestones: [
      ['Tokens', 'Colours, type and spacing.', 150, 'completed'],
      ['Core components', '', 60, 'completed'],
      ['Documentation', 'With examples for each component.', -20, 'in_progress'],
      ['Training', 'Two afternoons with the product team.', -50, 'pending'],
    ],
    deliverables: [],
    comments: [],
  },
  {
    project: 'Festival identity',
    milestones: [
      ['Poster series', 'Five motifs.', 25, 'completed'],
      ['Programme', '48 pages.', -10, 'in_progress'],
      ['Social media kit', '', -28, 'pending'],
    ],
    deliverables: [
      {
        title: 'Poster series',
        description: 'Five motifs at two sizes.',
        link: 'reading-room/posters',
        created: 40,
        versions: [[3]],
      },
    ],
    comments: [],
  },
]
