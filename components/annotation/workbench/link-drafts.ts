/** Addresses that are typed into questions of form `links` and are not in the list yet. */
'use client'
import type { AnswerChange } from '@/lib/annotation/annotations/rules'
import { linkProblem } from '@/lib/protocols/links'
import type { Finding, Link } from '@/lib/protocols/protocol'
import type { Bench } from './bench-context'
import { linksOf, linkValue } from './links'
import { readDraft, writeDraft } from './use-draft'

export const linkDraftName = (annotationId: string, unit: string, question: string) =>
  `${annotationId}/${unit}/${question}`

/** The list with what is typed behind it, or why it cannot be there; null where nothing is typed. */
export function withDraft(links: readonly Link[], draft: string): { links: Link[] } | { problem: string } | null {
  const url = completed(draft)
  if (url === '') return null
  if (links.some((link) => link.url === url)) return { problem: 'This link is in the list already.' }
  const problem = linkProblem(url)
  return problem === null ? { links: [...links, { url }] } : { problem }
}

/** `example.org/page` as people paste it, with the scheme that it lacks. */
function completed(text: string): string {
  const url = text.trim()
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(url) ? `https://${url}` : url
}

/** What is typed at the questions that are asked: what is to be added, and what is no link. */
export function findLinkDrafts({ workbench, survey, answers }: Bench): { changes: AnswerChange[]; wrong: Finding[] } {
  const changes: AnswerChange[] = []
  const wrong: Finding[] = []
  for (const { unit, asked } of survey.units.values())
    for (const { key: question, form } of asked) {
      if (form !== 'links') continue
      const draft = readDraft(linkDraftName(workbench.annotationId, unit.key, question))
      const added = withDraft(linksOf(answers[unit.key]?.[question] ?? null), draft)
      if (added && 'links' in added) changes.push({ unit: unit.key, question, value: added.links.map(linkValue) })
      else if (added) wrong.push({ unit: unit.key, question, message: `What is typed is not added: ${added.problem}` })
    }
  return { changes, wrong }
}

/** Adds what is typed and can be added. */
export function addLinkDrafts(bench: Bench, changes: readonly AnswerChange[]): void {
  for (const { unit, question, value } of changes) {
    bench.type(unit, question, value)
    writeDraft(linkDraftName(bench.workbench.annotationId, unit, question), '')
  }
}
