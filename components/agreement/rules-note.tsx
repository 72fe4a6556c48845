import type { Agreement } from '@/lib/agreement/contract'
import { formatCount } from './figure-format'

/** From so many coefficients on, chance extremes deserve a warning. */
const MANY = 10

/** How the figures are made; always printed with them. */
export function RulesNote({ agreement }: { agreement: Agreement }) {
  const { rules, stages } = agreement
  const coefficients = stages
    .flatMap(({ measures }) => measures)
    .flatMap(({ all, domains }) =>
      [all, ...domains].map(({ alpha }) => alpha).concat(all.pairs.map(({ kappa }) => kappa)),
    )
    .filter(({ value }) => value !== null).length
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
          {agreement.intervals === 'complete' ? rules.interval : `${rules.interval} They are being computed.`} The
          dashed lines are Krippendorff’s 0.667 and 0.80.
        </li>
        <li>{rules.smallSamples}</li>
        {coefficients > MANY ? (
          <li>
            There are {formatCount(coefficients)} coefficients on this page: among so many, some are high or low by
            chance alone.
          </li>
        ) : null}
      </ul>
    </section>
  )
}
