'use client'

import { EstimateOnScale, EstimateText, ScaleHeading } from '@/components/quality/agreement/estimate-text'
import { countOf, formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { scaleOf } from '@/components/quality/agreement/interval-scale'
import { CeilingPanel } from '@/components/quality/distributions/ceiling-panel'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Download } from '@/components/ui/icons'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { THRESHOLDS } from '@/lib/quality/agreement/contract'
import type {
  Compared,
  ComparisonReport,
  MatrixFigures,
  MatrixReport,
  RatingsReport,
  SecondOpinion,
  Sides,
} from '@/lib/quality/rater-matrix/contract'
import { isShare } from '@/lib/quality/rater-matrix/rules'
import { inWordsOfTheForm } from './in-words-of-the-form'
import { PairsPanel } from './pairs-panel'
import { threeDecimals } from './three-decimals'

interface FiguresPanelProps {
  title: string
  figures: MatrixFigures
}

/** Figures of many raters on one scale, with the labels' shares, which belong beside every coefficient. */
function FiguresPanel({ title, figures }: FiguresPanelProps) {
  const { units, unitsWithTwo, unanimous, ratings, raters, responses } = figures
  const scale = scaleOf(figures.figures.map(({ estimate }) => estimate))
  const counts = [
    `${countOf(units, 'unit')}, ${formatCount(unitsWithTwo)} of them with two ratings or more`,
    `${formatCount(unanimous)} unanimous`,
    countOf(ratings, 'rating'),
    countOf(raters, 'rater'),
    countOf(responses, 'response'),
  ]
  return (
    <Panel title={<span dir="auto">{title}</span>} description={counts.join(' · ')}>
      <Table caption={`Figures: ${title}`}>
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th className="lg:w-1/2">
              <ScaleHeading title="Value" scale={scale} lines={THRESHOLDS} />
            </Th>
          </tr>
        </thead>
        <tbody>
          {figures.figures.map(({ key, title: name, estimate }) => (
            <tr key={key}>
              <Th scope="row">{name}</Th>
              <Td>
                <EstimateOnScale
                  estimate={estimate}
                  format={isShare(key) ? formatShare : threeDecimals}
                  scale={scale}
                  lines={key.startsWith('alpha') ? THRESHOLDS : []}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {figures.labels.length <= MOST_LABELS ? <LabelsTable title={title} figures={figures} /> : null}
    </Panel>
  )
}

const MOST_LABELS = 30

function LabelsTable({ title, figures }: FiguresPanelProps) {
  const { labels, complete } = figures
  return (
    <Table caption={`Labels: ${title}`} className="mt-4">
      <thead>
        <tr>
          <Th>Label</Th>
          <Th numeric>Ratings</Th>
          <Th numeric>Share</Th>
          <Th>Alpha against the rest</Th>
          {complete ? <Th>Fleiss’ kappa against the rest</Th> : null}
        </tr>
      </thead>
      <tbody>
        {labels.map(({ value, count, share, alpha, fleiss }) => (
          <tr key={value}>
            <Th scope="row">
              <span dir="auto">{value}</span>
            </Th>
            <Td numeric>{formatCount(count)}</Td>
            <Td numeric>{share === null ? <span className="text-muted">–</span> : formatShare(share)}</Td>
            <Td>
              <EstimateText estimate={alpha} format={threeDecimals} />
            </Td>
            {complete ? (
              <Td>
                <EstimateText estimate={fleiss} format={threeDecimals} />
              </Td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const sharesOf = ({ labels }: MatrixFigures) =>
  labels.map(({ value, share }) => `${value} ${share === null ? '–' : formatShare(share)}`).join(', ')

/** The same choices counted by what was chosen and by where it stood, and why the two differ. */
function SidesPanel({ sides }: { sides: Sides }) {
  const { onSystem, onSide, explanation } = sides
  const other = new Map(onSide.figures.map((figure) => [figure.key, figure]))
  return (
    <Panel
      title="Side and system"
      description="One rating matrix, counted twice: by the system that was chosen, and by the side it stood on."
    >
      <Table caption="Figures on the system and on the side">
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th>On the system</Th>
            <Th>On the side</Th>
          </tr>
        </thead>
        <tbody>
          {onSystem.figures.map(({ key, title, estimate }) => (
            <tr key={key}>
              <Th scope="row">{title}</Th>
              {[estimate, other.get(key)?.estimate].map((each, index) => (
                <Td key={index === 0 ? 'system' : 'side'}>
                  {each ? <EstimateText estimate={each} format={isShare(key) ? formatShare : threeDecimals} /> : '–'}
                </Td>
              ))}
            </tr>
          ))}
          <tr>
            <Th scope="row">Shares of the choices</Th>
            <Td dir="auto">{sharesOf(onSystem)}</Td>
            <Td>{sharesOf(onSide)}</Td>
          </tr>
        </tbody>
      </Table>
      <ul className="mt-4 list-disc space-y-1.5 ps-5 text-sm">
        {explanation.map((sentence) => (
          <li key={sentence} dir="auto" className="break-words">
            {sentence}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface SecondOpinionProps {
  model: string
  /** What the model says of each rater. */
  ofRaters: string
  opinion: SecondOpinion
}

/** What a model of raters makes of the ratings. */
function SecondOpinionPanel({ model, ofRaters, opinion }: SecondOpinionProps) {
  const { shares, raters, unlikeMajority, note } = opinion
  return (
    <Panel title={`Second opinion: ${model}`} description={note}>
      <p className="mb-3 text-sm">
        On {countOf(unlikeMajority, 'unit')} the most likely label is not the one most raters gave.
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Table caption={`Likely shares of the labels, by ${model}`}>
          <thead>
            <tr>
              <Th>Label</Th>
              <Th numeric>Likely share</Th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ value, share }) => (
              <tr key={value}>
                <Th scope="row">
                  <span dir="auto">{value}</span>
                </Th>
                <Td numeric>{formatShare(share)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <Table caption={`${ofRaters} of the raters, by ${model}`}>
          <thead>
            <tr>
              <Th>Rater</Th>
              <Th numeric>{ofRaters}</Th>
            </tr>
          </thead>
          <tbody>
            {raters.map(({ rater, accuracy }) => (
              <tr key={rater}>
                <Th scope="row">
                  <span dir="auto">{rater}</span>
                </Th>
                <Td numeric>{accuracy === null ? '–' : formatShare(accuracy)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  )
}

const TITLES = { segmentations: 'Cuts', lists: 'Lists', texts: 'Texts', spans: 'Spans' } as const

/** Agreement of cuts, lists, texts or spans: all pairs together, then every two raters. */
function ComparisonPanel({ report }: { report: ComparisonReport }) {
  const { of, units, raters, responses, all, pairs } = report
  const counts = [countOf(units, 'unit'), countOf(raters.length, 'rater'), countOf(responses, 'response')]
  return (
    <Panel title={TITLES[of]} description={counts.join(' · ')}>
      <Figures name="All pairs" n={all.n} figures={all.figures} />
      {pairs.map(({ first, second, n, figures }) => (
        <Figures key={`${first}-${second}`} name={`${first} and ${second}`} n={n} figures={figures} />
      ))}
    </Panel>
  )
}

/** Of spans, ratings of the texts stand before what is compared. */
function ComparisonPanels({ report }: { report: ComparisonReport }) {
  return (
    <>
      {report.marked?.map(({ label, figures }) => (
        <FiguresPanel
          key={label ?? ''}
          title={label === null ? 'Anything marked' : `Marked with ${label}`}
          figures={figures}
        />
      ))}
      <ComparisonPanel report={report} />
    </>
  )
}

function Figures({ name, n, figures }: { name: string; n: number; figures: readonly Compared[] }) {
  return (
    <Table caption={`${name}: ${formatCount(n)} compared`} showCaption className="mb-4">
      <thead>
        <tr>
          <Th>Figure</Th>
          <Th>Value</Th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ key, title, form, estimate }) => (
          <tr key={key}>
            <Th scope="row">{title}</Th>
            <Td>
              <EstimateText estimate={estimate} format={form === 'count' ? formatCount : threeDecimals} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Everything about a file of ratings, with what was assumed while reading it. */
export function ReportView({ report }: { report: MatrixReport }) {
  const { read, settings } = report
  return (
    <section aria-label="Report" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">Read as {read.shape}.</p>
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => download(report)}>
          Download JSON
        </Button>
      </div>
      {report.kind === 'ratings' ? <RatingsPanels report={report} /> : <ComparisonPanels report={report} />}
      <Panel title="How this was counted">
        <ul className="list-disc space-y-1 ps-5 text-sm">
          {[...read.notes, ...settings.rules].map((note) => (
            <li key={note} dir="auto" className="break-words">
              {inWordsOfTheForm(note)}
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}

function RatingsPanels({ report }: { report: RatingsReport }) {
  const { all, pairs, references, reference, slices, sides, secondOpinion, mace, ceiling, categories } = report
  return (
    <>
      {all.complete ? null : (
        <Callout>Not every unit was rated by the same number of raters: lead with Krippendorff’s alpha.</Callout>
      )}
      {sides ? <SidesPanel sides={sides} /> : null}
      <FiguresPanel title={sides ? 'All raters, on the system' : 'All raters'} figures={all} />
      {sides ? <FiguresPanel title="All raters, on the side" figures={sides.onSide} /> : null}
      {pairs.length > 0 ? <PairsPanel title="Every two raters" pairs={pairs} categories={categories} /> : null}
      {references.length > 0 ? (
        <PairsPanel title={`Each rater with ${reference}`} pairs={references} categories={categories} />
      ) : null}
      {slices.map(({ by, value, figures }) => (
        <FiguresPanel key={`${by}=${value}`} title={`${by}: ${value === '' ? '(empty)' : value}`} figures={figures} />
      ))}
      {secondOpinion ? (
        <SecondOpinionPanel model="Dawid and Skene" ofRaters="Likely accuracy" opinion={secondOpinion} />
      ) : null}
      {mace ? <SecondOpinionPanel model="MACE" ofRaters="Competence" opinion={mace} /> : null}
      <CeilingPanel
        of="Rater"
        rows={(ceiling ?? []).map(({ rater, figures }) => ({ key: rater, name: rater ?? 'All raters', figures }))}
      />
    </>
  )
}

function download(report: MatrixReport): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'agreement.json'
  link.click()
  URL.revokeObjectURL(address)
}
