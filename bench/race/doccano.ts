/** doccano, through the interface of its own pages. Sentences are labelled as spans of the text: it has no labels of parts otherwise. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Send, type Sent, Session } from './http'
import { type Annotator, type Item, type Peer, type RaceProject, type Text, wholeText } from './peer'
import { filesInZip } from './zip'

const LABELS = ['true', 'false'] as const
const PROJECT_TYPE = 'SequenceLabeling'
const PATIENCE_MS = 600_000
/** Between the parts of an upload. */
const BOUNDARY = 'parts-of-an-upload'

const identified = z.object({ id: z.number() })
const jobSchema = z.object({ task_id: z.string() })
const statusSchema = z.object({
  ready: z.boolean(),
  error: z.unknown(),
  /** Of an import, what it could not read; of an export, its file. */
  result: z.union([z.string(), z.null(), z.object({ error: z.array(z.unknown()) })]),
})
const spanSchema = z.object({ id: z.number(), label: z.number(), start_offset: z.number(), end_offset: z.number() })
const exportedSchema = z.object({ label: z.array(z.unknown()) })
const examplesSchema = z.object({ results: z.array(z.object({ id: z.number(), text: z.string() })) })

export interface DoccanoAccount {
  username: string
  password: string
}

async function signIn(send: Send, { username, password }: DoccanoAccount): Promise<Session> {
  const session = new Session(send)
  await session.ask('POST', '/v1/auth/login/', { json: { username, password } })
  return session
}

/** What Django asks of every change that a page makes. */
const csrf = (session: Session) => ({ 'x-csrftoken': session.cookie('csrftoken') })

/** Where each sentence stands in its text. */
function offsetsIn(text: string): { start_offset: number; end_offset: number }[] {
  return [...text.matchAll(/[^.]+\.\s?/g)].map(({ index, 0: sentence }) => ({
    start_offset: index,
    end_offset: index + sentence.trimEnd().length,
  }))
}

class DoccanoAnnotator implements Annotator {
  /** The spans of the items at hand, by the sentence that they cover. */
  private readonly spans = new Map<string, (number | undefined)[]>()

  constructor(
    private readonly session: Session,
    private readonly project: { id: number; labels: readonly number[] },
    private offset: number,
  ) {}

  async next(): Promise<Item | null> {
    const query = `limit=1&offset=${this.offset}&q=&confirmed=&ordering=`
    const { results } = await this.session.json(examplesSchema, 'GET', `${this.root}/examples?${query}`)
    const [example] = results
    if (!example) return null
    const item = { id: String(example.id), text: example.text }
    await this.read(item)
    return item
  }

  async save(item: Item, sentence: number, isTrue: boolean): Promise<void> {
    const spans = this.spans.get(item.id) ?? []
    const label = this.project.labels[isTrue ? 0 : 1]
    const path = `${this.root}/examples/${item.id}/spans`
    const span = spans[sentence]
    if (span !== undefined) {
      await this.session.ask('PATCH', `${path}/${span}`, { json: { label } }, csrf(this.session))
      return
    }
    const json = { ...offsetsIn(item.text)[sentence], label }
    spans[sentence] = (await this.session.json(identified, 'POST', path, { json }, csrf(this.session))).id
    this.spans.set(item.id, spans)
  }

  async submit(item: Item): Promise<void> {
    await this.session.ask('POST', `${this.root}/examples/${item.id}/states`, { json: {} }, csrf(this.session))
    this.spans.delete(item.id)
    this.offset += 1
  }

  async read(item: Item): Promise<(boolean | null)[]> {
    const spans = await this.session.json(z.array(spanSchema), 'GET', `${this.root}/examples/${item.id}/spans`)
    const found = offsetsIn(item.text).map(({ start_offset }) =>
      spans.find((span) => span.start_offset === start_offset),
    )
    this.spans.set(
      item.id,
      found.map((span) => span?.id),
    )
    return found.map((span) => (span ? span.label === this.project.labels[0] : null))
  }

  page() {
    return {
      path: `/projects/${this.project.id}/sequence-labeling?page=${this.offset + 1}`,
      cookies: this.session.cookieHeader(),
    }
  }

  private get root(): string {
    return `/v1/projects/${this.project.id}`
  }
}

export class Doccano implements Peer {
  readonly name = 'doccano'
  readonly frontPage = '/'
  private manager: Session
  private readonly people: { id: number; session: Session }[] = []
  private projects = 0

  constructor(
    private readonly send: Send,
    private readonly account: DoccanoAccount,
    /** How often it is asked whether a job is done. */
    private readonly lookAgainMs = 50,
  ) {
    this.manager = new Session(send)
  }

  async signIn(): Promise<void> {
    this.manager = await signIn(this.send, this.account)
  }

  /** Its interface says none. */
  version(): Promise<null> {
    return Promise.resolve(null)
  }

  importTexts(texts: readonly Text[]): Promise<RaceProject> {
    return this.importRecords(texts.map((text) => ({ text: wholeText(text), label: [] })))
  }

  importLabelled(texts: readonly Text[]): Promise<RaceProject> {
    return this.importRecords(
      texts.map((each) => {
        const text = wholeText(each)
        return { text, label: offsetsIn(text).map((at) => [at.start_offset, at.end_offset, LABELS[0]]) }
      }),
    )
  }

  private async importRecords(records: readonly unknown[]): Promise<RaceProject> {
    const project = await this.createProject()
    const uploadId = await this.change('/v1/fp/process/', {
      text: [
        `--${BOUNDARY}`,
        'content-disposition: form-data; name="filepond"; filename="texts.jsonl"',
        'content-type: application/octet-stream',
        '',
        records.map((record) => JSON.stringify(record)).join('\n'),
        `--${BOUNDARY}--`,
        '',
      ].join('\r\n'),
      type: `multipart/form-data; boundary=${BOUNDARY}`,
    })
    await this.finished(`/v1/projects/${project.id}/upload`, {
      format: 'JSONL',
      task: PROJECT_TYPE,
      uploadIds: [uploadId],
      encoding: 'utf_8',
      column_data: 'text',
      column_label: 'label',
    })
    return {
      annotators: async (count) => {
        await this.makePeople(count)
        const people = this.people.slice(0, count)
        await this.join(project.id, people)
        // Everybody begins somewhere else: doccano reserves nothing.
        const stride = Math.max(1, Math.floor(records.length / count))
        return people.map(({ session }, at) => new DoccanoAnnotator(session, project, at * stride))
      },
      export: async () => {
        const root = `/v1/projects/${project.id}/download`
        const job = await this.finished(root, { format: 'JSONL', exportApproved: false })
        return this.manager.bytes('GET', `${root}?taskId=${job}`)
      },
      countLabelled: async (archive) =>
        (await filesInZip(archive))
          .flatMap((file) => file.split('\n').filter((line) => line !== ''))
          .filter((line) => exportedSchema.parse(JSON.parse(line)).label.length > 0).length,
    }
  }

  private async createProject(): Promise<{ id: number; labels: number[] }> {
    this.projects += 1
    const name = `Race ${this.projects}`
    const json = { name, description: name, project_type: PROJECT_TYPE, resourcetype: `${PROJECT_TYPE}Project` }
    const id = identified.parse(JSON.parse(await this.change('/v1/projects', { json }))).id
    const labels: number[] = []
    for (const text of LABELS) {
      const type = { text, suffix_key: text[0], background_color: '#209CEE', text_color: '#ffffff' }
      const made = await this.change(`/v1/projects/${id}/span-types`, { json: type })
      labels.push(identified.parse(JSON.parse(made)).id)
    }
    return { id, labels }
  }

  private async makePeople(count: number): Promise<void> {
    for (let number = this.people.length + 1; number <= count; number++) {
      const account = { username: `annotator-${number}`, password: `annotates-${number}-texts` }
      const json = { username: account.username, password1: account.password, password2: account.password }
      const { id } = identified.parse(JSON.parse(await this.change('/v1/users/create', { json })))
      this.people.push({ id, session: await signIn(this.send, account) })
    }
  }

  /** Makes people annotators of a project who are none yet. */
  private async join(projectId: number, people: readonly { id: number }[]): Promise<void> {
    const path = `/v1/projects/${projectId}/members`
    const members = await this.manager.json(z.array(z.object({ user: z.number() })), 'GET', path)
    const roles = await this.manager.json(z.array(identified.extend({ name: z.string() })), 'GET', '/v1/roles')
    const role = roles.find(({ name }) => name === 'annotator')?.id
    for (const { id: user } of people)
      if (!members.some((member) => member.user === user)) await this.change(path, { json: { user, role } })
  }

  private change(path: string, sent: Sent): Promise<string> {
    return this.manager.ask('POST', path, sent, csrf(this.manager))
  }

  /** Starts a job and waits for its end; returns what it is called. */
  private async finished(path: string, json: unknown): Promise<string> {
    const { task_id: job } = jobSchema.parse(JSON.parse(await this.change(path, { json })))
    const end = performance.now() + PATIENCE_MS
    while (performance.now() < end) {
      const { ready, error, result } = await this.manager.json(statusSchema, 'GET', `/v1/tasks/status/${job}`)
      if (ready) {
        const problems = error ?? (typeof result === 'object' && result?.error.length ? result.error : null)
        if (problems) throw new Error(`doccano refuses ${path}: ${JSON.stringify(problems)}`)
        return job
      }
      await pause(this.lookAgainMs)
    }
    throw new Error(`doccano does not finish ${path}`)
  }
}
