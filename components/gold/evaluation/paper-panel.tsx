import { unitsOf } from '@/components/quality/agreement/figure-format'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { EvaluationReport, Published, ScoringReport } from '@/lib/gold/evaluation/report/contract'
import { FigureText } from './figure-cell'
import { formatFigure } from './figure-words'

interface PaperPanelProps {
  report: EvaluationReport
  scoring: ScoringReport
}

/** What the paper prints, what its published files give, and what stands here, figure by figure; nothing where it prints none. */
export function PaperPanel({ report, scoring }: PaperPanelProps) {
  const { published } = scoring
  if (!published) return null
  const title = `${scoring.title}: beside the paper`
  const unit = scoring.unitOfAnalysis
  return (
    <Panel
      title={title}
      headingLevel={3}
      description={`${published.source}: ${unitsOf(published.targets, unit)}. This report rests on ${unitsOf(scoring.targets, unit)}; figures of other gold, or of a part of the published file, differ.`}
    >
      <Table caption={title}>
        <thead>
          <tr>
            <Th>Row</Th>
            <Th>Figure</Th>
            <Th numeric>Printed</Th>
            <Th numeric>Recomputed from the whole file</Th>
            <Th numeric>Here</Th>
          </tr>
        </thead>
        <tbody>
          {published.figures.map((row) => {
            const head = scoring.figures.find(({ key }) => key === row.figure)
            return (
              <tr key={`${row.system} ${row.figure}`}>
                <Th scope="row" className="wrap-anywhere min-w-28">
                  {row.system}
                  {row.stratum ? (
                    <span className="block font-normal text-muted text-xs">{stratumWords(report, row.stratum)}</span>
                  ) : null}
                </Th>
                <Td className="min-w-28 whitespace-normal">{head?.title ?? row.figure}</Td>
                <Td numeric>{row.printed ?? <span className="text-muted text-xs">not printed</span>}</Td>
                <Td numeric>{row.recomputed.toFixed(4).replace(/^0/, '')}</Td>
                <Td numeric>
                  {row.here ? (
                    <FigureText
                      figure={row.here}
                      resampled={row.resampled}
                      format={(value) => formatFigure(head?.form ?? 'number', value)}
                    />
                  ) : (
                    <span className="text-muted text-xs">no predictions here</span>
                  )}
                </Td>
              </tr>
            )
          })}
        </tbody>
      </Table>
      <Notes figures={published.figures} />
    </Panel>
  )
}

function stratumWords({ strata }: EvaluationReport, { key, value }: { key: string; value: string }): string {
  const of = strata.find((each) => each.key === key)
  return `${of?.title ?? key}: ${of?.values?.[value] ?? value}`
}

/** Each note once, with the rows that it is about. */
function Notes({ figures }: Pick<Published, 'figures'>) {
  const notes = [...new Set(figures.flatMap(({ note }) => note ?? []))]
  if (notes.length === 0) return null
  return (
    <ul className="mt-3 max-w-prose list-disc space-y-1 ps-5 text-sm">
      {notes.map((note) => (
        <li key={note}>
          {[...new Set(figures.filter((each) => each.note === note).map(({ system }) => system))].join(', ')}: {note}
        </li>
      ))}
    </ul>
  )
}
