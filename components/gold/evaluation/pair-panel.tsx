'use client'

import { useState } from 'react'
import { unitsOf } from '@/components/quality/agreement/figure-format'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { SkeletonText } from '@/components/ui/skeleton'
import { Table, Td, Th } from '@/components/ui/table'
import { useReport } from '@/lib/gold/evaluation/hooks'
import type { Figure, Pair, ScoringReport } from '@/lib/gold/evaluation/report/contract'
import { whyNoVerdict } from '@/lib/stats/interval-limits'
import { counted } from '@/lib/text/counted'
import { askedOf, type Choice } from './addresses'
import { FigureOnScale, ScaleHeading } from './figure-cell'
import { differenceScale, formatCount, formatDifference } from './figure-words'

interface PairTableProps {
  scoring: ScoringReport
  pair: Pair
  /** How many resamples and exchanges there were. */
  resamples: number
}

/** First minus second under every figure, and who alone was right. */
function PairTable({ scoring, pair, resamples }: PairTableProps) {
  const { first, second, common, resampled, differences, tests, mcnemar } = pair
  const forms = (['share', 'number'] as const).filter((form) => scoring.figures.some((each) => each.form === form))
  return (
    <div className="space-y-3 text-sm">
      <p>
        Both were scored on {unitsOf(common, scoring.unitOfAnalysis)} in {counted(resampled, 'item')}, which are
        resampled and exchanged. A difference above zero means that <bdi className="font-medium">{first}</bdi> has more
        than <bdi className="font-medium">{second}</bdi>. The test asks how often exchanging whole items between the two
        gives a difference as large by chance; its p-value is adjusted by Holm’s method for all pairs of this report.
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
                <Th className="min-w-32 whitespace-normal">Does the interval hold zero?</Th>
                <Th numeric className="whitespace-normal">
                  p, and adjusted
                </Th>
              </tr>
            </thead>
            <tbody>
              {figures.map(({ key, title }) => (
                <tr key={key}>
                  <Th scope="row" className="align-top">
                    {title}
                  </Th>
                  <Td>
                    <FigureOnScale
                      figure={differences[key]}
                      resampled={resampled}
                      scale={scale}
                      format={format}
                      lines={[0]}
                    />
                  </Td>
                  <Td className="min-w-28">{zeroWords(differences[key], resamples)}</Td>
                  <Td numeric className="min-w-28">
                    {testWords(tests[key])}
                  </Td>
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

function zeroWords(figure: Pair['differences'][string] | undefined, resamples: number): string {
  if (!figure || figure.low === null || figure.high === null) return 'There is no interval.'
  const { low, high, nUndefined } = figure
  const why = whyNoVerdict({ low, high, resamples, undefinedResamples: nUndefined })
  if (why === 'no-width') return 'No verdict: the limits coincide'
  if (why === 'undefined') return 'No verdict: undefined in too many resamples'
  return low <= 0 && high >= 0 ? 'Yes' : 'No'
}

const pText = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3))

function testWords(test: Pair['tests'][string] | undefined): string {
  if (!test) return 'Not tested'
  const { pValue, adjusted, pairs } = test
  return pairs === 1 ? pText(pValue) : `${pText(pValue)}; ${pText(adjusted)} adjusted for ${pairs} pairs`
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
  const direction =
    onlyFirst === onlySecond
      ? 'neither was right more often'
      : `“${onlyFirst > onlySecond ? first : second}” was right more often`
  return `${alone} McNemar’s test (${how}): ${test}; ${direction}. It is about who was right, whatever figure is shown above, and takes targets of one item as independent.`
}

const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`)

interface PairPanelProps {
  projectId: string
  task: string
  scoring: ScoringReport
  resamples: number
  choice: Choice
}

/** Two systems on what both were scored on: differences with intervals and tests, and McNemar's test where it was asked for. */
export function PairPanel({ projectId, task, scoring, resamples, choice }: PairPanelProps) {
  const names = scoring.standings.map(({ system }) => system)
  const real = scoring.standings.filter(({ baseline }) => !baseline).map(({ system }) => system)
  const [first, setFirst] = useState<string | null>(null)
  const [second, setSecond] = useState<string | null>(null)
  const left = chosenOf(names, first) ?? real[0] ?? names[0]
  const right = chosenOf(names, second) ?? [...real, ...names].find((name) => name !== left)
  if (names.length < 2 || left === undefined || right === undefined) return null
  const options = names.map((name) => ({ value: name, label: <span dir="auto">{name}</span> }))
  const pair = pairOf(scoring, left, right)
  return (
    <Panel
      title={`${scoring.title}: two systems compared`}
      headingLevel={3}
      description="On what both were scored on, with the same resamples for both."
    >
      <div className="mb-4 grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="First">
          <Select options={options} value={left} onValueChange={setFirst} />
        </Field>
        <Field label="Second">
          <Select options={options} value={right} onValueChange={setSecond} />
        </Field>
      </div>
      {left === right ? (
        <p className="text-muted text-sm">Choose two different systems.</p>
      ) : pair ? (
        <PairTable scoring={scoring} pair={pair} resamples={resamples} />
      ) : (
        <AskedPair
          key={`${left}\n${right}`}
          projectId={projectId}
          task={task}
          choice={choice}
          left={left}
          right={right}
          scoring={scoring}
          resamples={resamples}
        />
      )}
    </Panel>
  )
}

const chosenOf = (names: readonly string[], chosen: string | null) => names.find((name) => name === chosen)

/** A pair that is not in the report by itself: the server is asked for it. */
function AskedPair(props: PairPanelProps & { left: string; right: string }) {
  const { projectId, task, choice, left, right, scoring } = props
  const reportRequest = { ...askedOf(task, choice), pair: [left, right] as const }
  const { report, error } = useReport(projectId, reportRequest)
  if (error) return <Callout tone="warning">{error} Choose other systems, or reload the page.</Callout>
  const found = report?.scorings.find(({ key }) => key === scoring.key)
  if (!found) return <SkeletonText lines={3} label="The two are being compared" />
  const pair = pairOf(found, left, right)
  return pair ? (
    <PairTable scoring={scoring} pair={pair} resamples={report?.bootstrap.resamples ?? props.resamples} />
  ) : (
    <p className="text-muted text-sm">The two were scored on nothing in common, so they cannot be compared.</p>
  )
}

/** The pair as it is asked for; the other way round, differences change their signs. */
function pairOf({ pairs }: ScoringReport, left: string, right: string): Pair | null {
  const same = pairs.find(({ first, second }) => first === left && second === right)
  if (same) return same
  const turned = pairs.find(({ first, second }) => first === right && second === left)
  return turned ? turn(turned) : null
}

function turn({ first, second, differences, mcnemar, ...rest }: Pair): Pair {
  return {
    ...rest,
    first: second,
    second: first,
    differences: Object.fromEntries(Object.entries(differences).map(([key, figure]) => [key, negated(figure)])),
    mcnemar: mcnemar && { ...mcnemar, onlyFirst: mcnemar.onlySecond, onlySecond: mcnemar.onlyFirst },
  }
}

const negated = (figure: Figure): Figure => ({
  ...figure,
  value: minus(figure.value),
  low: minus(figure.high),
  high: minus(figure.low),
})
const minus = (value: number | null) => (value === null ? null : 0 - value)
