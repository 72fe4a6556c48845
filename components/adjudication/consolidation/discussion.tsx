'use client'
import { RemarkForm } from '@/components/annotation/comments/remark-form'
import { Thread } from '@/components/annotation/comments/thread'
import { REMARK_FIELD, useDeskContext } from './desk-context'
import { authorName, unitName } from './words'

/** What has been said about the open question, and about the item as a whole. */
export function Discussion() {
  const { view, stage, current, question, disagreement } = useDeskContext()
  const place = `${current?.unit} ${current?.question}`
  const remarks = view.comments.map((comment) => ({ ...comment, who: authorName(view, comment.author) }))
  const about = disagreement
    ? { unit: disagreement.unit, question: disagreement.question }
    : { unit: current?.unit ?? '' }
  const here = remarks.filter(
    (remark) => remark.unit === about.unit && (remark.question === null || remark.question === about.question),
  )
  const whole = remarks.filter((remark) => remark.unit === null)
  const label = disagreement
    ? `Remark on this disagreement (${question?.title ?? ''})`
    : `Remark on ${current ? unitName(stage, view.units, current.unit).toLowerCase() : 'the item'}`
  return (
    <section aria-label="Discussion" className="space-y-4 border-line border-t pt-4">
      {whole.length > 0 ? (
        <div className="space-y-2">
          <h3 className="font-semibold text-muted text-xs">About the item</h3>
          <Thread remarks={whole} />
        </div>
      ) : null}
      <Thread remarks={here} />
      {view.abilities.comment && current ? (
        <RemarkForm
          key={place}
          userId={view.userId}
          taskId={view.taskId}
          about={about}
          label={label}
          name={REMARK_FIELD}
        />
      ) : null}
    </section>
  )
}
