import { unitsOf } from '@/components/quality/agreement/figure-format'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { ScoringReport, Standing } from '@/lib/gold/evaluation/report/contract'
import { orderWords, ranksOf } from '@/lib/gold/evaluation/scoring/rules'
import { counted } from '@/lib/text/counted'
import { FigureOnScale, FigureText, ScaleHeading } from './figure-cell'
import { type FigureHead, formatCount, formatFigure, orderBy, scaleOf } from './figure-words'

/** So many figures fit beside the drawn one at 1280 px, and so many into a table of their own, each with its interval. */
const MOST_BESIDE = 5
const MOST_BELOW = 7

interface LeaderboardProps {
  scoring: ScoringReport
  /** The figure that is drawn, and that orders the rows. */
  figure: FigureHead
  errorsHref: (system: string) => string
}

/** Systems and baselines, best first by the figure that is drawn; every figure with its interval. */
export function Leaderboard({ scoring, figure, errorsHref }: LeaderboardProps) {
  const others = scoring.figures.filter(({ key }) => key !== figure.key)
  const beside = others.slice(0, MOST_BESIDE)
  const standings = orderBy(scoring.standings, figure)
  const ranks = ranksOf(standings, figure.key, figure.better)
  const format = (value: number) => formatFigure(figure.form, value)
  const scale = scaleOf(
    figure.form,
    standings.map(({ figures }) => figures[figure.key]),
  )
  const order = orderWords(standings)
  const lines = scoring.line && figure.key === scoring.figures[0]?.key ? [scoring.line.value] : []
  return (
    <div className="space-y-2">
      <Table caption={`${scoring.title}: systems by ${figure.title}`}>
        <thead>
          <tr>
            <Th numeric>Rank</Th>
            <Th>System</Th>
            <Th className="lg:w-1/4">
              <ScaleHeading title={`${figure.title}${wordsOfBetter(figure)}`} scale={scale} format={format} />
            </Th>
            {beside.map(({ key, title }) => (
              <Th key={key} numeric className="whitespace-normal">
                {title}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map((standing, index) => (
            <Tr key={`${standing.baseline} ${standing.system}`}>
              <Td numeric>
                {ranks[index] ?? (
                  <>
                    <span aria-hidden>–</span>
                    <span className="sr-only">none</span>
                  </>
                )}
              </Td>
              <Th scope="row" className="wrap-anywhere sticky start-0 z-1 min-w-36 max-w-72 bg-surface align-top">
                <SystemName standing={standing} />
                <Coverage standing={standing} targets={scoring.targets} unit={scoring.unitOfAnalysis} />
                {scoring.errors && !standing.baseline ? (
                  <Link href={errorsHref(standing.system)} prefetch={false} className="font-normal text-xs">
                    Errors<span className="sr-only"> of {standing.system}</span>
                  </Link>
                ) : null}
              </Th>
              <Td>
                <FigureOnScale
                  figure={standing.figures[figure.key]}
                  resampled={standing.resampled}
                  scale={scale}
                  format={format}
                  lines={lines}
                  hollow={standing.baseline}
                />
              </Td>
              <Figures of={standing} figures={beside} />
            </Tr>
          ))}
        </tbody>
      </Table>
      {inPieces(others.slice(MOST_BESIDE), MOST_BELOW).map((figures) => (
        <FurtherFigures key={figures[0]?.key} title={scoring.title} standings={standings} figures={figures} />
      ))}
      <p className="text-muted text-xs">
        {order === '' ? null : `${order} `}
        {standings.some(({ baseline }) => baseline) ? 'Baselines have a hollow, dashed mark. ' : ''}
        {scoring.line && lines.length > 0
          ? `The dotted line is at ${format(scoring.line.value)}: ${scoring.line.text}.`
          : ''}
      </p>
    </div>
  )
}

function inPieces(figures: readonly FigureHead[], most: number): (readonly FigureHead[])[] {
  return Array.from({ length: Math.ceil(figures.length / most) }, (_, index) =>
    figures.slice(index * most, (index + 1) * most),
  )
}

interface FiguresProps {
  of: Standing
  figures: readonly FigureHead[]
}

/** Cells of figures that are not drawn. */
const Figures = ({ of: { figures: found, resampled }, figures }: FiguresProps) =>
  figures.map(({ key, form }) => (
    <Td key={key} numeric>
      <FigureText figure={found[key]} resampled={resampled} format={(value) => formatFigure(form, value)} />
    </Td>
  ))

interface FurtherFiguresProps {
  title: string
  standings: readonly Standing[]
  figures: readonly FigureHead[]
}

/** Figures for which there is no room beside the first, in the same order of systems. */
function FurtherFigures({ title, standings, figures }: FurtherFiguresProps) {
  return (
    <Table caption={`${title}: ${figures.map((each) => each.title).join(', ')}`}>
      <thead>
        <tr>
          <Th>System</Th>
          {figures.map((each) => (
            <Th key={each.key} numeric className="whitespace-normal">
              {each.title}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {standings.map((standing) => (
          <Tr key={`${standing.baseline} ${standing.system}`}>
            <Th scope="row" className="wrap-anywhere sticky start-0 z-1 min-w-36 max-w-72 bg-surface align-top">
              <SystemName standing={standing} />
            </Th>
            <Figures of={standing} figures={figures} />
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const wordsOfBetter = ({ better }: FigureHead) =>
  better === null ? '' : better === 'high' ? ' (higher is better)' : ' (lower is better)'

function SystemName({ standing: { system, baseline, about } }: { standing: Standing }) {
  const facts = Object.entries(about)
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span dir="auto">{system}</span>
        {baseline ? <Badge>Baseline</Badge> : null}
      </span>
      {facts.length > 0 ? (
        <span className="block font-normal text-muted text-xs" dir="auto">
          {facts.map(([name, value]) => `${name}: ${value}`).join(', ')}
        </span>
      ) : null}
    </>
  )
}

/** How much the figures of a system rest on. */
function Coverage({ standing, targets, unit }: { standing: Standing; targets: number; unit: string }) {
  const { scored, missing, abstained, resampled } = standing
  return (
    <span className="block font-normal text-muted text-xs">
      <span className="block">
        {scored < targets ? `${formatCount(scored)} of ` : ''}
        {unitsOf(targets, unit)} in {counted(resampled, 'item')}
      </span>
      {missing > 0 ? <span className="block">{formatCount(missing)} without prediction</span> : null}
      {abstained > 0 ? <span className="block">{formatCount(abstained)} abstained</span> : null}
    </span>
  )
}
