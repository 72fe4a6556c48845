import type { Agreement } from '@/lib/quality/agreement/contract'

/** How the figures are made; always printed with them. */
export function RulesNote({ agreement }: { agreement: Agreement }) {
  const { rules } = agreement
  return (
    <section aria-labelledby="rules-heading" className="max-w-prose space-y-2 text-muted text-sm">
      <h2 id="rules-heading" className="font-semibold text-base text-ink">
        How these figures are made
      </h2>
      <p>{rules.data}</p>
      <ul className="list-disc space-y-1 ps-5">
        <li>{rules.percent}</li>
        <li>{rules.alpha}</li>
        <li>{rules.kappa}</li>
        <li>
          {rules.interval} The dotted line is Krippendorff’s 0.667, below which nothing is concluded; the dashed line is
          0.80, from which on data are relied upon.
        </li>
        <li>{rules.smallSamples}</li>
      </ul>
    </section>
  )
}
