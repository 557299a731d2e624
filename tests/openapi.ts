import { z } from 'zod'
import { sharedApp } from './app.ts'

/** As much of an OpenAPI document as tests look at. */
const Operation = z.object({
  parameters: z.array(z.looseObject({ in: z.string() })).default([]),
  requestBody: z
    .object({
      required: z.boolean().optional(),
      content: z.record(z.string(), z.object({ schema: z.looseObject({}) })),
    })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({
      headers: z.record(z.string(), z.unknown()).default({}),
      content: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
})
const OpenApi = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

export async function fetchOpenApi(): Promise<z.output<typeof OpenApi>> {
  const response = await fetch(new URL('/api/openapi.json', (await sharedApp()).url))
  if (response.status !== 200) throw new Error(`/api/openapi.json answered ${response.status}`)
  return OpenApi.parse(await response.json())
}
