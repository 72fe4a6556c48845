import { useId } from 'react'

/** How the figures of a page, or of a part of it with a title of its own, are made, a sentence each; always printed with them. */
export function FigureRules({
  rules,
  title = 'How these figures are made',
}: {
  rules: readonly string[]
  title?: string
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-8 max-w-prose space-y-2 text-muted text-sm">
      <h2 id={headingId} className="font-semibold text-base text-ink">
        {title}
      </h2>
      <ul className="list-disc space-y-1 ps-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
