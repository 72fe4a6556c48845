/** Assay as any client uses it: docs/api.md. */
import { z } from 'zod'
import { PeerError, type Send, Session } from './http'
import { type Annotator, type Item, type Peer, type RaceProject, SENTENCES, type Text, wholeText } from './peer'

const MANAGER = { name: 'Manager of the race', email: 'manager@race.example', password: 'runs-the-race-42' }
const STAGE = 'segments'
const LONGEST_WAIT_S = 300

const projectSchema = z.object({ id: z.string() })
const linkSchema = z.object({ path: z.string() })
const importedSchema = z.object({ state: z.literal('done'), newCount: z.number() })
const benchSchema = z.object({
  annotationId: z.string(),
  projectId: z.string(),
  item: z.object({ content: z.object({ response: z.string() }) }),
  units: z.array(z.object({ key: z.string(), text: z.string() })),
  answers: z.array(z.object({ unit: z.string(), question: z.string(), value: z.json(), revision: z.number() })),
})
type Bench = z.infer<typeof benchSchema>
const nextSchema = z.object({ taskId: z.string().nullable(), workbench: benchSchema.nullable() })

/** Signs somebody in as the sign-in page does. */
async function signIn(send: Send, origin: string, { email, password }: { email: string; password: string }) {
  const session = new Session(send, { origin })
  const { csrfToken } = await session.json(z.object({ csrfToken: z.string() }), 'GET', '/api/auth/csrf')
  await session.ask('POST', '/api/auth/callback/credentials', { form: { csrfToken, email, password, json: 'true' } })
  return session
}

class AssayAnnotator implements Annotator {
  private readonly open = new Map<string, { bench: Bench; revisions: Map<string, number> }>()

  constructor(
    private readonly session: Session,
    private readonly projectId: string,
  ) {}

  async next(): Promise<Item | null> {
    const path = `/api/projects/${this.projectId}/next-task/annotation`
    const { taskId, workbench } = await this.session.json(nextSchema, 'POST', path)
    if (taskId === null) return null
    const bench = workbench ? this.keep(taskId, workbench) : await this.openTask(taskId)
    return { id: taskId, text: bench.item.content.response }
  }

  async save(item: Item, sentence: number, isTrue: boolean): Promise<void> {
    await this.answer(item.id, `s${sentence + 1}`, 'label', isTrue)
  }

  async submit(item: Item): Promise<void> {
    await this.answer(item.id, 'item', 'action', 'keep')
    const { annotationId } = this.opened(item.id).bench
    await this.session.ask('POST', `/api/tasks/${item.id}/submit`, { json: { annotationId, hold: false } })
    this.open.delete(item.id)
  }

  async read(item: Item): Promise<(boolean | null)[]> {
    const { answers } = await this.openTask(item.id)
    return Array.from({ length: SENTENCES }, (_, at) => {
      const value = answers.find(({ unit, question }) => unit === `s${at + 1}` && question === 'label')?.value
      return typeof value === 'boolean' ? value : null
    })
  }

  page(item: Item) {
    return {
      path: `/projects/${this.projectId}/tasks/${item.id}/annotate`,
      cookies: this.session.cookieHeader(),
    }
  }

  private async openTask(taskId: string): Promise<Bench> {
    return this.keep(taskId, await this.session.json(benchSchema, 'POST', `/api/tasks/${taskId}/annotation`))
  }

  private keep(taskId: string, bench: Bench): Bench {
    const revisions = new Map(bench.answers.map(({ unit, question, revision }) => [`${unit} ${question}`, revision]))
    this.open.set(taskId, { bench, revisions })
    return bench
  }

  private opened(taskId: string) {
    const opened = this.open.get(taskId)
    if (!opened) throw new Error(`the task ${taskId} is not open`)
    return opened
  }

  private async answer(taskId: string, unit: string, question: string, value: unknown): Promise<void> {
    const { bench, revisions } = this.opened(taskId)
    const expectedRevision = revisions.get(`${unit} ${question}`) ?? 0
    const { annotationId } = bench
    const json = { annotationId, unit, question, value, expectedRevision, origin: 'chosen' }
    await this.session.ask('PATCH', `/api/tasks/${taskId}/answers`, { json })
    revisions.set(`${unit} ${question}`, expectedRevision + 1)
  }
}

export class Assay implements Peer {
  readonly name = 'Assay'
  readonly frontPage = '/sign-in'
  private manager: Session
  private readonly people: { email: string; session: Session }[] = []
  private projects = 0

  /** `setUpCode`: what a new installation asks for; '' where the manager has an account. */
  constructor(
    private readonly send: Send,
    private readonly origin: string,
    private readonly setUpCode: string,
  ) {
    this.manager = new Session(send, { origin })
  }

  async signIn(): Promise<void> {
    if (this.setUpCode) await this.manager.ask('POST', '/api/setup', { json: { ...MANAGER, code: this.setUpCode } })
    this.manager = await signIn(this.send, this.origin, MANAGER)
  }

  /** Only its whole description, of a megabyte, would say it. */
  version(): Promise<null> {
    return Promise.resolve(null)
  }

  importTexts(texts: readonly Text[]): Promise<RaceProject> {
    const records = texts.map((text) => ({
      id: text.key,
      response: wholeText(text),
      segmented_response: text.sentences,
    }))
    return this.importRecords(records, 'ignore')
  }

  importLabelled(texts: readonly Text[]): Promise<RaceProject> {
    const records = texts.map((text) => ({
      index: text.key,
      domain: 'wk',
      source: 'race',
      prompt: '',
      response: wholeText(text),
      segmented_response: text.sentences,
      labels: text.sentences.map(() => true),
      type: text.sentences.map(() => null),
      comment: text.sentences.map(() => ''),
      ref: [],
      ref_contents: [],
    }))
    return this.importRecords(records, 'gold')
  }

  private async importRecords(records: readonly unknown[], labels: 'gold' | 'ignore'): Promise<RaceProject> {
    const { manager } = this
    this.projects += 1
    const json = { name: `Race ${this.projects}`, protocolId: 'felm' }
    const { id } = await manager.json(projectSchema, 'POST', '/api/projects', { json })
    await manager.ask('PATCH', `/api/projects/${id}/stages/${STAGE}`, { json: { raters: 1 } })
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const choices = `fileName=texts.jsonl&labels=${labels}&seconds=${LONGEST_WAIT_S}`
    const sent = { text, type: 'application/octet-stream' }
    const { newCount } = await manager.json(importedSchema, 'POST', `/api/projects/${id}/imports/file?${choices}`, sent)
    if (newCount !== records.length) throw new Error(`${newCount} of ${records.length} records became items`)
    return this.project(id)
  }

  private project(id: string): RaceProject {
    return {
      annotators: async (count) => {
        await this.makePeople(count)
        const people = this.people.slice(0, count)
        for (const { email } of people)
          await this.manager
            .ask('POST', `/api/projects/${id}/members`, { json: { email, role: 'annotator' } })
            // They are members already where the server was started again meanwhile.
            .catch((error: unknown) => {
              if (!(error instanceof PeerError && error.status === 409)) throw error
            })
        return people.map(({ session }) => new AssayAnnotator(session, id))
      },
      export: () => this.manager.bytes('GET', `/api/projects/${id}/exports/native`),
      countLabelled: async (file) =>
        file
          .toString('utf8')
          .split('\n')
          .filter((line) => line !== '').length,
    }
  }

  private async makePeople(count: number): Promise<void> {
    const missing = count - this.people.length
    if (missing <= 0) return
    const json = { places: missing, days: 1 }
    const { path } = await this.manager.json(linkSchema, 'POST', '/api/invitations', { json })
    const token = path.split('/').at(-1)
    for (let number = this.people.length + 1; number <= count; number++) {
      const email = `annotator-${number}@race.example`
      const account = { name: `Annotator ${number}`, email, password: `annotates-${number}-texts` }
      await new Session(this.send, { origin: this.origin }).ask('POST', '/api/invitations/accept', {
        json: { token, account },
      })
      this.people.push({ email, session: await signIn(this.send, this.origin, account) })
    }
  }
}
