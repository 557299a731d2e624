/** The way to the API: the network, or the server that renders the page. */
export interface Transport {
  origin: string
  send(request: Request): Promise<Response>
}

const network: Transport = {
  get origin() {
    return location.origin
  },
  send: (request) => fetch(request),
}

let current = (): Transport => network

export const transport = (): Transport => current()

/** For a server that renders pages: each page has its own. */
export function setTransport(find: () => Transport): void {
  current = find
}
