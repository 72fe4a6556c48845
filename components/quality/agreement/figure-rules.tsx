/** How the figures of a page are made, a sentence each; always printed with them. */
export function FigureRules({ rules }: { rules: readonly string[] }) {
  return (
    <section aria-labelledby="rules-heading" className="mt-8 max-w-prose space-y-2 text-muted text-sm">
      <h2 id="rules-heading" className="font-semibold text-base text-ink">
        How these figures are made
      </h2>
      <ul className="list-disc space-y-1 ps-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
