/**
 * Label Studio, through the interface of its own pages. A label is saved as its page saves it, as a draft of the whole
 * annotation, which is submitted in the end.
 */
import { z } from 'zod'
import { PeerError, type Send, Session } from './http'
import { type Annotator, type Item, type Peer, type RaceProject, SENTENCES, type Text, wholeText } from './peer'

/** A choice for each sentence, beside the text. */
const CONFIG = `<View>
<Text name="text" value="$text"/>
${Array.from({ length: SENTENCES }, (_, at) => `<Choices name="s${at + 1}" toName="text"><Choice value="true"/><Choice value="false"/></Choices>`).join('\n')}
</View>`

const identified = z.object({ id: z.number() })
const importedSchema = z.object({ task_count: z.number() })
const resultSchema = z.array(z.object({ from_name: z.string(), value: z.object({ choices: z.array(z.string()) }) }))
const workSchema = z.object({ id: z.number(), result: resultSchema })
const taskSchema = z.object({
  id: z.number(),
  data: z.object({ text: z.string() }),
  drafts: z.array(workSchema).default([]),
})
const exportedSchema = z.array(z.object({ annotations: z.array(z.object({ result: resultSchema })) }))

/** Labels as the peer writes them. */
const resultOf = (labels: readonly (boolean | null)[]) =>
  labels.flatMap((isTrue, at) =>
    isTrue === null
      ? []
      : [
          {
            id: `s${at + 1}`,
            from_name: `s${at + 1}`,
            to_name: 'text',
            type: 'choices',
            value: { choices: [String(isTrue)] },
          },
        ],
  )

const labelsOf = (result: z.infer<typeof resultSchema>): (boolean | null)[] =>
  Array.from({ length: SENTENCES }, (_, at) => {
    const choice = result.find(({ from_name }) => from_name === `s${at + 1}`)?.value.choices[0]
    return choice === undefined ? null : choice === 'true'
  })

/** What Django asks of every change that a page makes. */
const csrf = (session: Session) => ({ 'x-csrftoken': session.cookie('csrftoken') })

interface Draft {
  /** Null before the first label. */
  id: number | null
  labels: (boolean | null)[]
}

class LabelStudioAnnotator implements Annotator {
  private readonly drafts = new Map<string, Draft>()

  constructor(
    private readonly session: Session,
    private readonly projectId: number,
  ) {}

  async next(): Promise<Item | null> {
    const path = `/api/projects/${this.projectId}/next/`
    const task = await this.session.json(taskSchema, 'GET', path).catch((error: unknown) => {
      if (error instanceof PeerError && error.status === 404) return null
      throw error
    })
    if (!task) return null
    const [draft] = task.drafts
    const id = String(task.id)
    this.drafts.set(id, { id: draft?.id ?? null, labels: labelsOf(draft?.result ?? []) })
    return { id, text: task.data.text }
  }

  async save(item: Item, sentence: number, isTrue: boolean): Promise<void> {
    const draft = this.draftOf(item)
    draft.labels[sentence] = isTrue
    const json = { result: resultOf(draft.labels), lead_time: 1, project: this.projectId }
    if (draft.id === null) {
      const path = `/api/tasks/${item.id}/drafts?project=${this.projectId}`
      draft.id = (await this.session.json(identified, 'POST', path, { json }, csrf(this.session))).id
    } else await this.session.ask('PATCH', `/api/drafts/${draft.id}/`, { json }, csrf(this.session))
  }

  async submit(item: Item): Promise<void> {
    const { id, labels } = this.draftOf(item)
    const json = { result: resultOf(labels), lead_time: 1, draft_id: id ?? 0, project: this.projectId }
    const path = `/api/tasks/${item.id}/annotations/?project=${this.projectId}`
    await this.session.ask('POST', path, { json }, csrf(this.session))
    this.drafts.delete(item.id)
  }

  async read(item: Item): Promise<(boolean | null)[]> {
    const read = (path: string) => this.session.json(z.array(workSchema), 'GET', path)
    const [annotation] = await read(`/api/tasks/${item.id}/annotations/`)
    const [work = annotation] = annotation ? [annotation] : await read(`/api/tasks/${item.id}/drafts`)
    return labelsOf(work?.result ?? [])
  }

  page(item: Item) {
    return { path: `/projects/${this.projectId}/data?task=${item.id}`, cookies: this.session.cookieHeader() }
  }

  private draftOf({ id }: Item): Draft {
    const draft = this.drafts.get(id) ?? { id: null, labels: labelsOf([]) }
    this.drafts.set(id, draft)
    return draft
  }
}

export class LabelStudio implements Peer {
  readonly name = 'Label Studio'
  readonly frontPage = '/user/login/'
  private readonly manager: Session
  private readonly people: Session[] = []
  private projects = 0

  /** `token`: what its account page calls a legacy token. */
  constructor(
    private readonly send: Send,
    token: string,
  ) {
    this.manager = new Session(send, { authorization: `Token ${token}` })
  }

  async signIn(): Promise<void> {
    await this.manager.ask('GET', '/api/current-user/whoami')
  }

  async version(): Promise<string> {
    return (await this.manager.json(z.object({ release: z.string() }), 'GET', '/api/version/')).release
  }

  importTexts(texts: readonly Text[]): Promise<RaceProject> {
    return this.importTasks(texts.map((text) => ({ data: { text: wholeText(text) } })))
  }

  importLabelled(texts: readonly Text[]): Promise<RaceProject> {
    const result = resultOf(Array.from({ length: SENTENCES }, () => true))
    return this.importTasks(texts.map((text) => ({ data: { text: wholeText(text) }, annotations: [{ result }] })))
  }

  private async importTasks(tasks: readonly unknown[]): Promise<RaceProject> {
    const { manager } = this
    this.projects += 1
    const json = { title: `Race ${this.projects}`, label_config: CONFIG, maximum_annotations: 1 }
    const { id } = await manager.json(identified, 'POST', '/api/projects/', { json })
    const imported = await manager.json(importedSchema, 'POST', `/api/projects/${id}/import`, { json: tasks })
    if (imported.task_count !== tasks.length)
      throw new Error(`${imported.task_count} of ${tasks.length} texts became tasks`)
    return {
      annotators: async (count) => {
        await this.makePeople(count)
        return this.people.slice(0, count).map((session) => new LabelStudioAnnotator(session, id))
      },
      export: () => manager.bytes('GET', `/api/projects/${id}/export?exportType=JSON`),
      countLabelled: async (file) =>
        exportedSchema.parse(JSON.parse(file.toString('utf8'))).filter(({ annotations }) => annotations.length > 0)
          .length,
    }
  }

  /** Everybody who signs up becomes a member of the one organization, and may work in its projects. */
  private async makePeople(count: number): Promise<void> {
    while (this.people.length < count) {
      const number = this.people.length + 1
      const session = new Session(this.send)
      await session.ask('GET', '/user/signup/')
      const email = `annotator-${number}@race.example`
      const form = { csrfmiddlewaretoken: session.cookie('csrftoken'), email, password: `annotates-${number}-texts` }
      await session.ask('POST', '/user/signup/', { form })
      await session.ask('GET', '/api/current-user/whoami')
      this.people.push(session)
    }
  }
}
