/** How an e-mail reads: as text and as HTML, in plain sentences, whatever the projects are called. Pure. */
import { counted } from '@/lib/text/counted'
import type { MailMode } from './contract'
import { type DecisionKind, decisionKinds, type MailContent, type MailProject } from './rules'

/** More projects than these are counted. */
const MOST_PROJECTS = 20

const OFTEN: Record<Exclude<MailMode, 'off'>, string> = {
  at_once: 'as soon as something new waits for you',
  hourly: 'once an hour, where something new waits for you',
  daily: 'once a day, where something new waits for you',
}

const KIND_TEXT: Record<DecisionKind, (count: number) => string> = {
  proposals: (count) =>
    counted(count, 'task with a proposal about your answers', 'tasks with proposals about your answers'),
  discussion: (count) => counted(count, 'discussion'),
  sent_back: (count) => counted(count, 'task sent back to you', 'tasks sent back to you'),
  answered: (count) => counted(count, 'answer to a question of yours', 'answers to questions of yours'),
  settle: (count) => counted(count, 'task to settle', 'tasks to settle'),
  approve: (count) => counted(count, 'task to approve', 'tasks to approve'),
  inquiries: (count) => counted(count, 'question of annotators', 'questions of annotators'),
}

export interface MailText {
  subject: string
  text: string
  html: string
}

export interface MailLinks {
  /** The address of Assay, without a slash at its end. */
  base: string
  /** Where the e-mails are stopped without signing in. */
  stop: string
}

/** On one line, without what turns the text around it. */
const nameOf = ({ name }: MailProject): string =>
  name
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const linesOf = ({ counts }: MailProject): string[] =>
  decisionKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count > 0 ? [KIND_TEXT[kind](count)] : []
  })

/** What is sent. The subject and all sentences are the product's own; names of projects stand apart from them. */
export function composeMail(
  { fresh, waiting, projects }: MailContent,
  mode: Exclude<MailMode, 'off'>,
  { base, stop }: MailLinks,
): MailText {
  const listed = projects.slice(0, MOST_PROJECTS)
  const more = projects.length - listed.length
  const waits = `${counted(fresh, 'new decision waits', 'new decisions wait')} for you`
  const inAll =
    waiting === fresh
      ? 'All of it is in your inbox'
      : `${waiting.toLocaleString('en')} decisions wait in your inbox in all`
  const rest = more > 0 ? [`And in ${counted(more, 'more project')}.`] : []
  const why = `You get this ${OFTEN[mode]}, because you chose so on your account page`
  const project = (id: string) => `${base}/projects/${id}`
  const text = [
    `${waits}.`,
    ...listed.map((each) =>
      // The isolates keep a name that is written from right to left from turning what stands around it.
      [`\u2068${nameOf(each)}\u2069`, ...linesOf(each).map((line) => `  ${line}`), `  ${project(each.id)}`].join('\n'),
    ),
    ...rest,
    `${inAll}: ${base}/inbox`,
    `${why}: ${base}/account#mail\nStop these e-mails: ${stop}`,
  ].join('\n\n')
  const link = (address: string, words: string) => `<a href="${escaped(address)}">${words}</a>`
  const html = [
    '<!doctype html>\n<html lang="en" dir="ltr"><head><meta charset="utf-8"></head>',
    '<body style="font:16px/1.5 system-ui,sans-serif">',
    `<p>${waits}.</p>`,
    ...listed.map(
      (each) =>
        `<p>${link(project(each.id), `<bdi>${escaped(nameOf(each))}</bdi>`)}</p>\n<ul>${linesOf(each)
          .map((line) => `<li>${line}</li>`)
          .join('')}</ul>`,
    ),
    ...rest.map((line) => `<p>${line}</p>`),
    `<p>${inAll}: ${link(`${base}/inbox`, 'open the inbox')}.</p>`,
    `<p><small>${why}: ${link(`${base}/account#mail`, 'change it')}. ${link(stop, 'Stop these e-mails')}.</small></p>`,
    '</body></html>',
  ].join('\n')
  return { subject: `Assay: ${waits}`, text: `${text}\n`, html }
}
