'use client'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { OutsideLink } from '@/components/ui/link'
import { linkProblem } from '@/lib/protocols/links'
import type { Link } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { linksOf, linkValue } from './links'
import { QuestionFrame } from './question-frame'
import { useDraft } from './use-draft'

/** Web references. The address is checked for its form, never fetched; links open in a tab of their own. */
export function LinksQuestion({ unit, question }: QuestionProps) {
  const { workbench, answers, readOnly, type, go } = useBench()
  const [draft, setDraft] = useDraft(`${workbench.annotationId}/${unit.key}/${question.key}`)
  const { problem, setProblem, field, message } = useProblem()
  const links = linksOf(answers[unit.key]?.[question.key] ?? null)
  const save = (next: readonly Link[]) => type(unit.key, question.key, next.map(linkValue))
  const add = () => {
    const url = completed(draft)
    if (url === '') return
    const known = links.some((link) => link.url === url)
    const wrong = known ? 'This link is in the list already.' : linkProblem(url)
    setProblem(wrong ? { text: wrong } : null)
    if (wrong) return
    save([...links, { url }])
    setDraft('')
  }
  return (
    <QuestionFrame unit={unit} question={question}>
      {links.length > 0 ? (
        <ul className="mb-2 space-y-1">
          {links.map((link) => (
            <li key={link.url} className="flex items-start gap-1 text-sm">
              <span className="min-w-0 flex-1 break-all py-1">
                <OutsideLink href={link.url}>{link.url}</OutsideLink>
                {link.note ? <span className="block text-muted">{link.note}</span> : null}
              </span>
              {readOnly ? null : (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${link.url}`}
                  icon={<Trash2 aria-hidden className="size-4" />}
                  onClick={() => save(links.filter((other) => other !== link))}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {readOnly ? (
        links.length === 0 && <p className="text-muted text-sm">None given.</p>
      ) : (
        <div className="flex gap-2">
          <Input
            ref={field}
            id={fieldId(unit.key, question.key)}
            aria-label={`Add a link: ${question.prompt}`}
            aria-invalid={problem !== null}
            type="url"
            inputMode="url"
            placeholder="https://…"
            dir="ltr"
            value={draft}
            onChange={(event) => {
              setDraft(event.target.value)
              setProblem(null)
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
              if (event.key === 'Enter' && draft.trim() !== '') add()
              else if (event.key === 'Enter' || event.key === 'Escape') go({ unit: unit.key, question: null })
              else return
              event.preventDefault()
            }}
          />
          <Button onClick={add}>Add</Button>
        </div>
      )}
      {problem ? (
        <p ref={message} role="alert" className="mt-1.5 text-negative-text text-sm">
          {problem.text}
        </p>
      ) : null}
    </QuestionFrame>
  )
}

/** What is wrong with the link; each refusal is brought into view, and leaves the focus in the field to correct it. */
function useProblem() {
  const [problem, setProblem] = useState<{ text: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!problem) return
    field.current?.focus({ preventScroll: true })
    message.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return { problem, setProblem, field, message }
}

/** `example.org/page` as people paste it, with the scheme that it lacks. */
function completed(text: string): string {
  const url = text.trim()
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(url) ? `https://${url}` : url
}
