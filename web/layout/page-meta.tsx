/** Title and description of a public page in search results and link previews. */
export function PageMeta({ title, description }: { title: string; description: string }) {
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
    </>
  )
}
