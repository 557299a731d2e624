import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { type MilestoneForm, milestonesApi } from '#features/work/milestones/contract.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import { addDeliverable, openFurnishedStudio, openStudio } from '#tests/portal.ts'
import { portalApi } from './contract/portal.ts'

const DAY = 86_400_000

describe('the portal', () => {
  test('greets the client in the name of the business', async () => {
    const { ada, client } = await openStudio()
    await ada.call(accountApi.update, {
      body: { business_name: 'Ada Studio', business_address: '1 Main St', time_zone: 'UTC' },
    })
    expect(await ada.call(clientsApi.list)).toHaveLength(1)
    expect(await client.call(portalApi.overview)).toEqual({
      is_preview: false,
      is_demo: false,
      unread: [],
      client: { name: 'Studio North' },
      visitor: { name: 'Studio North' },
      access: { expires_at: expect.stringMatching(/T23:59:59\.999Z$/) },
      locale: 'en-US',
      business: { name: 'Ada Studio', address: '1 Main St', logo_id: null },
      projects_count: 1,
      invoices_count: 0,
      invoices_being_revised: [],
      accounts: [],
      waiting: { deliverables: [], invoices: [], comments: [], has_more: false },
    })
  })

  test('lists projects with their progress, and invoices', async () => {
    const studio = await openFurnishedStudio()
    const { ada, clientId, projectId, client } = studio
    const milestones: MilestoneForm[] = [
      { title: 'Sketch', status: 'completed' },
      { title: 'Build', due_date: '2026-12-24' },
    ]
    for (const body of milestones) {
      await ada.call(milestonesApi.create, { params: { id: projectId }, body })
    }
    await addDeliverable(studio)
    expect(await client.call(portalApi.projects)).toEqual([
      {
        id: projectId,
        name: 'Website',
        description: '',
        status: 'active',
        start_date: null,
        end_date: null,
        currency: 'USD',
        hourly_rate: null,
        daily_rate: null,
        fixed_fee: null,
        estimated_hours: null,
        milestones_total: 2,
        milestones_completed: 1,
        deliverables_total: 1,
        deliverables_approved: 0,
        deliverables_submitted: 1,
      },
    ])
    await ada.call(projectsApi.update, {
      params: { id: projectId },
      body: { name: 'Website', client_id: clientId, billing: 'daily', daily_rate: 600 },
    })
    expect(await client.call(portalApi.projects)).toMatchObject([
      { hourly_rate: null, daily_rate: 600, fixed_fee: null },
    ])
    expect(await client.call(portalApi.invoices)).toMatchObject([
      {
        invoice_number: 'INV-0001',
        status: 'sent',
        approval_status: 'pending',
        total: 100,
        client_notes: '',
      },
    ])
    expect(await client.call(portalApi.project, { params: { projectId } })).toMatchObject({
      milestones: [
        { title: 'Sketch', status: 'completed', due_date: null },
        { title: 'Build', status: 'pending', due_date: '2026-12-24' },
      ],
      deliverables: [{ title: 'Homepage', status: 'submitted', file_url: null, version: 1 }],
      comments: [],
    })
  })

  test('keeps its address out of caches, search engines and other sites, also when it refuses', async () => {
    const { client, projectId } = await openStudio()
    for (const { headers } of [
      await client.try(portalApi.overview),
      await client.try(portalApi.projects),
      await client.try(portalApi.project, { params: { projectId } }),
      await client.try(portalApi.invoices),
      await client.try(portalApi.project, { params: { projectId: 99999 } }),
    ]) {
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
    for (const spelling of [
      '/client-portal',
      '/client%2Dportal',
      '/%63lient-portal',
      '/Client-Portal',
      '/api/client%2dportal',
      '/%61pi/client%2Dportal',
      '/api//client-portal',
    ]) {
      const { headers } = await client.fetch(`${spelling}/${client.token}`, {
        headers: { accept: 'text/html' },
      })
      expect(headers.get('referrer-policy'), spelling).toBe('no-referrer')
      expect(headers.get('x-robots-tag'), spelling).toBe('noindex')
      expect(headers.get('cache-control'), spelling).toBe('no-store')
    }
  })

  test('records when it was last opened, at most once a minute', async () => {
    const { ada, client, clientId } = await openStudio()
    const lastSeen = async () =>
      (await ada.call(portalAccessApi.list, { params: { id: clientId } }))[0]?.last_seen_at
    expect(await lastSeen()).toBeNull()
    const start = Date.now() + DAY
    const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
    await setClock(at(0))
    await client.call(portalApi.overview)
    await setClock(at(59))
    await client.call(portalApi.overview)
    expect(await lastSeen()).toBe(at(0))
    await setClock(at(60))
    await client.call(portalApi.overview)
    expect(await lastSeen()).toBe(at(60))
  })

  test('cannot be opened with anything in the database', async () => {
    const { token, client } = await openStudio()
    await client.call(portalApi.overview)
    const [, secret = ''] = token.split('.')
    const { database } = await sharedApp()
    const { rows: tables } = await database.pool.query(
      "select table_schema s, table_name t from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
    )
    for (const { s, t } of tables) {
      const { rows } = await database.pool.query(
        `select count(*)::int as hits from "${s}"."${t}" r where strpos(r::text, $1) > 0 or strpos(r::text, $2) > 0`,
        [secret, Buffer.from(secret).toString('hex')],
      )
      expect(rows[0].hits, `${s}.${t}`).toBe(0)
    }
  })
})
