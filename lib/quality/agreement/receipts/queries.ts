/** The methods text of a project, from the same figures as its overview. */
import 'server-only'
import { IDLE_AFTER_MS } from '@/lib/annotation/annotations/contract'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { loadProject } from '@/lib/workspace/projects/queries'
import { version as software } from '@/package.json'
import type { Methods, methodsForms } from './contract'
import { citedIn, latexText, type MethodsFacts, methodsOf, plainText } from './methods-text'

/** For everybody who may see the agreement of the project; intervals are waited for. */
export async function getMethods(actor: Actor, projectId: string): Promise<Methods> {
  const agreement = await getAgreement(actor, projectId, { intervals: 'always' })
  const { protocolId } = await loadProject(prisma(), actor, projectId)
  const protocol = protocolById(protocolId)
  const paragraphs = methodsOf({
    agreement,
    software,
    idleSeconds: IDLE_AFTER_MS / 1000,
    discards: await readDiscards(projectId, protocol),
    ...(await readPrefill(projectId, protocol)),
  })
  return {
    project: { id: agreement.project.id, name: agreement.project.name },
    version: agreement.version,
    text: plainText(paragraphs),
    latex: latexText(paragraphs),
    bibtex: citedIn(paragraphs),
  }
}

/** The methods text as a file. In LaTeX the entries to cite stand behind it, as a comment. */
export async function downloadMethods(
  actor: Actor,
  projectId: string,
  form: (typeof methodsForms)[number],
): Promise<Response> {
  const methods = await getMethods(actor, projectId)
  if (form === 'json') return Response.json(methods, { headers: { 'cache-control': 'no-store' } })
  const entries = methods.bibtex.replace(/^/gm, '% ')
  const isText = form === 'text'
  const body = isText ? methods.text : `${methods.latex}\n% BibTeX of what is cited, for the .bib file:\n${entries}`
  const name = fileNameOf(methods.project.name, 'methods', isText ? 'txt' : 'tex')
  return new Response(body, {
    headers: {
      'content-type': `${isText ? 'text/plain' : 'application/x-tex'}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

async function readDiscards(projectId: string, protocol: Protocol): Promise<MethodsFacts['discards']> {
  const rows = await prisma().item.groupBy({
    by: ['discardReason'],
    where: { projectId, discardedAt: { not: null } },
    _count: true,
    orderBy: { discardReason: 'asc' },
  })
  const texts = new Map(protocol.discardReasons.map(({ value, text }) => [value, text]))
  return rows.map(({ discardReason, _count: items }) => {
    const reason = discardReason === null ? 'no reason given' : (texts.get(discardReason) ?? discardReason)
    return { reason, items }
  })
}

async function readPrefill(
  projectId: string,
  protocol: Protocol,
): Promise<Pick<MethodsFacts, 'prefill' | 'suggested'>> {
  const policies = await prisma().suggestionPolicy.findMany({
    where: { projectId },
    orderBy: [{ stageKey: 'asc' }, { unitKind: 'asc' }, { question: 'asc' }],
  })
  const suggested =
    (await prisma().suggestion.findFirst({ where: { task: { projectId } }, select: { id: true } })) !== null
  const prefill = policies.map(({ stageKey, unitKind, question, policy, shares }) => {
    const stage = protocol.stages.find(({ key }) => key === stageKey)
    const stageQuestion = stage?.questions.find(({ key, unit }) => key === question && unit === unitKind)
    return {
      question: `${stageQuestion?.title ?? question} of ${unitKind}`,
      policy: `${POLICIES[policy]}${sharesText(shares)}`,
    }
  })
  return { prefill, suggested }
}

const POLICIES = {
  shown: 'shown at once',
  hidden: 'hidden until the question was answered',
  none: 'not shown',
  randomised: 'shown, hidden until answered, or not shown, by chance',
} as const

function sharesText(shares: unknown): string {
  if (typeof shares !== 'object' || shares === null) return ''
  return ` in shares of ${Object.entries(shares)
    .map(([arm, percent]) => `${percent}% ${arm}`)
    .join(', ')}`
}
