import { type Person, signInAs } from '#tests/people.ts'

/** What would run, fetch, lead away or compute something, were it ever taken for anything but text. */
export const HOSTILE_TEXTS = [
  `"><img src=x onerror=alert(1)><svg/onload=alert(2)></textarea></title><script>alert(3)</script>`,
  `=HYPERLINK("javascript:alert(4)")'-alert(5)-'<iframe srcdoc="<script>alert(6)</script>"></iframe>`,
  `@<base href=//evil.example><meta http-equiv=refresh content="0;url=//evil.example">{{7*7}}\${7*7}`,
  `+<a href=javascript:alert(7)>x</a><style>*{display:none}</style><math><mtext></form><form><!--`,
]

export interface HostileBooks {
  ada: Person
  link: string
  projectIds: number[]
  invoiceIds: number[]
  clientIds: number[]
}

/** An account in which every text of every noun, on both sides, is hostile. */
export async function keepHostileBooks(url: string): Promise<HostileBooks> {
  const [first = ''] = HOSTILE_TEXTS
  const ada = await signInAs(url, { name: first, email: `ada.${process.pid}@stored-scripts.example` })
  const make = async (path: string, body: unknown = {}) => {
    const answer = await ada.post(path, body)
    if (answer.status >= 300)
      throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await ada.put('/api/users/me', {
    business_name: first,
    business_address: HOSTILE_TEXTS.join('\n'),
    time_zone: 'UTC',
  })
  const books: HostileBooks = { ada, link: '', projectIds: [], invoiceIds: [], clientIds: [] }
  const date = new Date().toISOString().slice(0, 10)
  const client = await make('/api/clients', {
    name: first,
    email: 'client@stored-scripts.example',
    company: HOSTILE_TEXTS[1],
    address: HOSTILE_TEXTS[2],
    notes: HOSTILE_TEXTS[3],
  })
  books.clientIds.push(client.id)
  const access = await make(`/api/clients/${client.id}/portal-access`)
  books.link = access.url
  const portal = new URL(access.url).pathname.replace('/client-portal', '/api/client-portal')
  await make(`/api/clients/${client.id}/portal-access/${access.id}/mail`)

  for (const text of HOSTILE_TEXTS) {
    const project = await make('/api/projects', { name: text, description: text, client_id: client.id })
    books.projectIds.push(project.id)
    const within = `/api/projects/${project.id}`
    await make('/api/time-entries', { project_id: project.id, description: text, hours: 1, date })
    await make('/api/expenses', {
      project_id: project.id,
      description: text,
      amount: 5,
      category: 'Other',
      date,
    })
    await make(`${within}/milestones`, { title: text, description: text })
    await make(`${within}/comments`, { content: text })
    await make(`${within}/comments`, { content: text, is_internal: true })
    await make(`${portal}/comments`, { project_id: project.id, content: text })
    const linked = await make(`${within}/deliverables`, {
      title: text,
      description: text,
      link_url: `https://files.example/${text}`,
    })
    await make(`${within}/deliverables/${linked.id}/submit`)
    await make(`${portal}/deliverables/${linked.id}/reject`, { feedback: text })
    await make(`${within}/deliverables/${linked.id}/submit`)
    const filed = await make(`${within}/deliverables`, { title: text })
    await ada.fetch(`${within}/deliverables/${filed.id}/file?name=${encodeURIComponent(`${text}.svg`)}`, {
      method: 'POST',
      body: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(8)"></svg>`,
    })
    await make(`${within}/deliverables/${filed.id}/submit`)
    await make(`${portal}/deliverables/${filed.id}/approve`, { feedback: text })
    const invoice = await make('/api/invoices', {
      client_id: client.id,
      project_id: project.id,
      issue_date: date,
      notes: text,
      items: [{ description: text, quantity: 1, rate: 90 }],
    })
    books.invoiceIds.push(invoice.id)
    await make(`/api/invoices/${invoice.id}/send`)
    await make(`${portal}/invoices/${invoice.id}/approve`, { status: 'rejected', client_notes: text })
    await ada.put(`/api/invoices/${invoice.id}`, { status: 'paid' })
  }
  return books
}
