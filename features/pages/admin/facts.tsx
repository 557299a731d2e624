/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-4">
          <dt className="w-28 shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 flex-1 basis-48 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
