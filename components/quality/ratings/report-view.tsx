'use client'

import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import type { MatrixReport, RatingsReport } from '@/lib/quality/rater-matrix/contract'
import { ComparisonPanel } from './comparison-panel'
import { FiguresPanel } from './figures-panel'
import { inWordsOfTheForm } from './in-words-of-the-form'
import { PairsPanel } from './pairs-panel'
import { SecondOpinionPanel } from './second-opinion-panel'
import { SidesPanel } from './sides-panel'

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
      {report.kind === 'ratings' ? <RatingsPanels report={report} /> : <ComparisonPanel report={report} />}
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
  const { all, pairs, references, reference, slices, sides, secondOpinion, categories } = report
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
      {secondOpinion ? <SecondOpinionPanel opinion={secondOpinion} /> : null}
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
