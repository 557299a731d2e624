import { Agent, request as httpRequest } from 'node:http'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { Request } from './calls.ts'

/** One server under load, over connections that stay open. */
export class Target {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })

  constructor(port: number) {
    this.#port = port
  }

  /** Returns the body of the response. */
  send({ method, path, cookie, body, creates }: Request): Promise<string> {
    const content = body && JSON.stringify(body)
    const headers = {
      ...(cookie && { cookie }),
      ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...(creates && { 'idempotency-key': crypto.randomUUID() }),
    }
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, host: 'localhost', port: this.#port, method, path, headers }
      const sent = httpRequest(options, (response) => {
        const { statusCode: status = 0 } = response
        let answer = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          answer += text
        })
        response.on('end', () => {
          if (status < 300) resolve(answer)
          else reject(new Error(`${method} ${path}: ${status} ${answer}`))
        })
      })
      sent.on('error', reject)
      sent.end(content)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

export interface Measured {
  /** Requests a second. */
  throughput: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** The result of several rounds of the same load. */
export class Tally {
  readonly #times: RecordableHistogram = createHistogram()
  #milliseconds = 0

  /** Every connection repeats its request as soon as it is answered, for this long and at least twice. */
  async fire(target: Target, requests: Request[], milliseconds: number): Promise<void> {
    const started = performance.now()
    await Promise.all(
      requests.map(async (request) => {
        for (let sent = 0; sent < 2 || performance.now() - started < milliseconds; sent += 1) {
          const before = process.hrtime.bigint()
          const answer = await target.send(request)
          this.#times.record(process.hrtime.bigint() - before)
          if (request.takeBack) await target.send(request.takeBack(answer))
        }
      }),
    )
    this.#milliseconds += performance.now() - started
  }

  get count(): number {
    return this.#times.count
  }

  result(): Measured {
    const inMilliseconds = (percentile: number) => round(this.#times.percentile(percentile) / 1e6)
    return {
      throughput: round((this.#times.count / this.#milliseconds) * 1000),
      p50: inMilliseconds(50),
      p99: inMilliseconds(99),
    }
  }
}

/** To three digits: the rest is noise. */
export const round = (value: number): number => Number(value.toPrecision(3))
