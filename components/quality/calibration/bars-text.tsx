import { Sign } from '@/components/ui/sign'
import type { JudgedQuestion } from '@/lib/quality/calibration/contract'

/** A person before the bars of each question that the gate holds: “44 of 50 alike, 88% (bar 70%)”, “0 of 6 found that are “False” (bar 50%)”. */
export function BarsText({ bars }: { bars: readonly JudgedQuestion[] }) {
  const compared = bars.filter(({ units }) => units > 0)
  if (compared.length === 0) return <span className="text-muted">–</span>
  return (
    <ul className="space-y-2 text-sm">
      {compared.map((question) => (
        <li key={`${question.stage} ${question.measure}`}>
          <span className="font-medium">{question.title}</span>
          <ul>
            {linesOf(question).map(({ key, text, met }) => (
              <li key={key} className={met === false ? 'text-negative' : 'text-muted'}>
                {met === null ? null : <Sign of={met ? '✓' : '✕'} />} {text}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function linesOf({ units, alike, percent, recall, kappa }: JudgedQuestion) {
  const lines: { key: string; text: string; met: boolean | null }[] = []
  if (percent.bar !== null) {
    const share = Math.floor((alike * 100) / units)
    lines.push({
      key: 'percent',
      met: percent.met,
      text: `${alike} of ${units} alike, ${share}% (bar ${percent.bar}%)`,
    })
  }
  if (recall.bar !== null) {
    const text =
      recall.units === 0
        ? 'recall: gold gives one value only'
        : `${recall.right} of ${recall.units} found that are ${recall.values.map((value) => `“${value}”`).join(' or ')} (bar ${recall.bar}%)`
    lines.push({ key: 'recall', met: recall.met, text })
  }
  if (kappa.bar !== null) {
    const text =
      kappa.value === null
        ? 'kappa: gold gives one value only'
        : `kappa ${kappa.value.toFixed(2)} (bar ${(kappa.bar / 100).toFixed(2)})`
    lines.push({ key: 'kappa', met: kappa.met, text })
  }
  return lines
}
