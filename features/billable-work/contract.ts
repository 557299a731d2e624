import { z } from 'zod'

const WorkKind = z.enum(['time', 'expense', 'deliverable', 'milestone', 'fixed_fee'])
export type WorkKind = z.output<typeof WorkKind>
