const asked = new Map<string, Promise<Response>>()

/** Asks for an answer before there is anything that reads it. */
export function askEarly(path: string): void {
  const answer = fetch(path, { headers: { accept: 'application/json' } })
  answer.catch(() => undefined)
  asked.set(path, answer)
}

/** What was asked for early, once: whoever asks again wants to know anew. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url)
  const path = pathname + search
  const answer = method === 'GET' ? asked.get(path) : undefined
  if (answer) asked.delete(path)
  return answer
}
