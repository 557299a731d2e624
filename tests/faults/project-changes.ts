import { createHash } from 'node:crypto'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { type Change, there } from './change.ts'
import { hundredths, lastIn, type Possible, type Studio, when } from './studio.ts'

interface Deliverable {
  id: number
  title: string
  /** In cents. */
  fee: number | null
  state: 'empty' | 'filled' | 'submitted' | 'approved'
}

/** A project has at most 200. */
const ENOUGH_DELIVERABLES = 150

/** Comments and deliverables of the project, from both sides. */
export class ProjectChanges {
  readonly #studio: Studio
  readonly #deliverables: Deliverable[] = []

  constructor(studio: Studio) {
    this.#studio = studio
  }

  get last(): Deliverable {
    const last = this.#deliverables.at(-1)
    if (!last) throw new Error('there is no deliverable yet')
    return last
  }

  possible(): Possible[] {
    const hasRoom = this.#deliverables.length < ENOUGH_DELIVERABLES
    return [
      [2, () => this.comment()],
      [2, () => this.clientComments()],
      ...when(hasRoom, 2, () => this.addDeliverable()),
      ...when(lastIn(this.#deliverables, 'empty'), 3, (deliverable) => this.upload(deliverable)),
      ...when(lastIn(this.#deliverables, 'filled'), 2, (deliverable) => this.submit(deliverable)),
      ...when(lastIn(this.#deliverables, 'submitted'), 4, (deliverable) => this.approve(deliverable)),
    ]
  }

  comment(): Change {
    const { own, projectId } = this.#studio
    const content = this.#studio.newName()
    const call = { params: { id: projectId }, body: { content } }
    return this.#studio.create(commentsApi.create, content, call, {
      trace: there('comments', own({ content })),
      activity: 'comment.added',
      enter: ({ id }) => this.#enterComment(id, content, 'freelancer'),
    })
  }

  clientComments(): Change {
    const { own, projectId, visitor, clientName, projectName } = this.#studio
    const content = this.#studio.newName()
    const call = { params: { token: visitor.token }, body: { project_id: projectId, content } }
    const comment = this.#studio.create(portalApi.comment, content, call, {
      trace: there('comments', own({ content })),
      activity: 'comment.received',
      mails: [`${clientName} commented on ${projectName}`],
      enter: ({ id }) => this.#enterComment(id, content, 'client'),
    })
    return this.#studio.byClient(comment)
  }

  #enterComment(id: number, content: string, author_type: string): void {
    const { books, own, projectId } = this.#studio
    books.put('comments', id, own({ project_id: projectId, content, author_type }))
  }

  /** About every second one has a fee, which its approval bills. */
  addDeliverable(hasFee = this.#studio.random.happens(50)): Change {
    const { books, own, projectId } = this.#studio
    const title = this.#studio.newName()
    const amount = hasFee ? this.#studio.amount() : null
    const fee = amount === null ? null : hundredths(amount)
    const call = { params: { id: projectId }, body: { title, fee: amount } }
    return this.#studio.create(deliverablesApi.create, title, call, {
      trace: there('deliverables', own({ title })),
      activity: 'deliverable.created',
      enter: ({ id }) => {
        this.#deliverables.push({ id, title, fee, state: 'empty' })
        const values = { project_id: projectId, title, fee, status: 'draft', version: 0, file_sha256: null }
        books.put('deliverables', id, own(values))
      },
    })
  }

  #paramsOf = ({ id }: Deliverable) => ({ id: this.#studio.projectId, deliverableId: id })

  upload(deliverable: Deliverable): Change {
    const { id } = deliverable
    const { books, own, random } = this.#studio
    const content = Buffer.alloc(random.between(1, 300_000), `${this.#studio.newName()} `)
    const file_sha256 = createHash('sha256').update(content).digest('hex')
    const call = { params: this.#paramsOf(deliverable), query: { name: 'draft.txt' } }
    const upload = this.#studio.change(deliverablesApi.uploadFile, call, 'again', {
      trace: there('deliverables', own({ id, file_sha256 })),
      activity: 'deliverable.updated',
      enter: () => {
        deliverable.state = 'filled'
        books.put('deliverables', id, { file_sha256, file_size: content.length })
      },
    })
    return { ...upload, content }
  }

  submit(deliverable: Deliverable): Change {
    const { id } = deliverable
    const { books, own } = this.#studio
    return this.#studio.change(deliverablesApi.submit, { params: this.#paramsOf(deliverable) }, 409, {
      trace: there('deliverable_versions', own({ deliverable_id: id, version: 1 })),
      activity: 'deliverable.submitted',
      enter: () => {
        deliverable.state = 'submitted'
        books.put('deliverables', id, { status: 'submitted', version: 1 })
      },
    })
  }

  approve(deliverable: Deliverable): Change {
    const { id, title, fee } = deliverable
    const { books, own, visitor, clientName } = this.#studio
    const params = { token: visitor.token, deliverableId: id }
    const body = { feedback: this.#studio.newName() }
    const approval = this.#studio.change(portalApi.approveDeliverable, { params, body }, 409, {
      trace: there('decisions', own({ subject_type: 'deliverable', subject_id: id })),
      activity: 'deliverable.approved',
      followedBy: fee === null ? [] : ['invoice.created', 'invoice.sent'],
      mails: [`${clientName} approved ${title}`, `You approved ${title}`],
      enter: () => {
        deliverable.state = 'approved'
        books.put('deliverables', id, { status: 'approved' })
        books.decisions.add(`deliverable ${id} approved`)
      },
    })
    return this.#studio.byClient(approval)
  }
}
