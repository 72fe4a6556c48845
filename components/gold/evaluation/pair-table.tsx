import { Table, Td, Th } from '@/components/ui/table'
import type { Pair, ScoringReport } from '@/lib/gold/evaluation/report/contract'
import { FigureOnScale, ScaleHeading } from './figure-cell'
import { counted, differenceScale, formatCount, formatDifference } from './figure-words'

interface PairTableProps {
  scoring: ScoringReport
  pair: Pair
}

/** First minus second under every figure, and who alone was right. */
export function PairTable({ scoring, pair }: PairTableProps) {
  const { first, second, common, differences, mcnemar } = pair
  const forms = (['share', 'number'] as const).filter((form) => scoring.figures.some((each) => each.form === form))
  return (
    <div className="space-y-3 text-sm">
      <p>
        Both were scored on {counted(common, scoring.unitOfAnalysis)}. A difference above zero means that{' '}
        <bdi className="font-medium">{first}</bdi> has more than <bdi className="font-medium">{second}</bdi>; where its
        interval holds zero, the difference may be chance.
      </p>
      {forms.map((form) => {
        const figures = scoring.figures.filter((each) => each.form === form)
        const scale = differenceScale(figures.map(({ key }) => differences[key]))
        const format = (value: number) => formatDifference(form, value)
        return (
          <Table key={form} caption={`${first} minus ${second}: ${scoring.title}`}>
            <thead>
              <tr>
                <Th>Figure</Th>
                <Th className="lg:w-3/5">
                  <ScaleHeading title="Difference" marks={[scale.from, 0, scale.to]} scale={scale} format={format} />
                </Th>
                <Th>Does the interval hold zero?</Th>
              </tr>
            </thead>
            <tbody>
              {figures.map(({ key, title }) => (
                <tr key={key}>
                  <Th scope="row" className="align-top">
                    {title}
                  </Th>
                  <Td>
                    <FigureOnScale figure={differences[key]} scale={scale} format={format} lines={[0]} />
                  </Td>
                  <Td className="min-w-28">{zeroWords(differences[key])}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )
      })}
      {mcnemar ? <p>{mcnemarWords(pair, mcnemar)}</p> : null}
    </div>
  )
}

function zeroWords(figure: Pair['differences'][string] | undefined): string {
  if (!figure || figure.low === null || figure.high === null) return 'There is no interval.'
  return figure.low <= 0 && figure.high >= 0 ? 'Yes' : 'No'
}

function mcnemarWords(
  { first, second }: Pair,
  { method, onlyFirst, onlySecond, statistic, pValue }: NonNullable<Pair['mcnemar']>,
) {
  const alone = `Only “${first}” was right ${times(onlyFirst)}, only “${second}” ${times(onlySecond)}.`
  if (onlyFirst + onlySecond === 0)
    return `${alone} The two were right and wrong on the same, so there is nothing to test.`
  const how = method === 'exact' ? 'exact' : 'chi-squared with continuity correction'
  const p = pValue < 0.0001 ? 'p < 0.0001' : `p = ${pValue.toFixed(4)}`
  const test = statistic === null ? p : `statistic ${statistic.toFixed(2)}, ${p}`
  return `${alone} McNemar’s test (${how}): ${test}.`
}

const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`)
