import type { Endpoint, Result } from '@/lib/platform/api/endpoint'
import { type CallInput, call, send } from '@/lib/platform/client/fetch-json'
import { listProjectsEndpoint } from '@/lib/workspace/projects/contract'
import { CliError, EXIT } from './exit-codes'
import type { Output } from './output'
import { type SavedFile, saveBody } from './write-file'

const WAITING = 'Waiting for the server'

/** What every command works with: the server, the personal token, and where results go. */
export class Session {
  constructor(
    private readonly address: string,
    private readonly token: string | undefined,
    readonly output: Output,
  ) {}

  call<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Result<E>> {
    return this.output.while(WAITING, call(endpoint, input, this.options()))
  }

  send<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
    return this.output.while(WAITING, send(endpoint, input, this.options()))
  }

  /** Writes what the server answers into a file, whole or not at all. */
  async save<const E extends Endpoint>(file: string, endpoint: E, input: CallInput<E>): Promise<SavedFile> {
    return saveBody(file, await this.send(endpoint, input), this.output)
  }

  /** The full address of a page or link of the server. */
  link(path: string): string {
    return new URL(path, this.address).href
  }

  /** The project of that id, or of exactly that name. */
  async project(idOrName: string): Promise<{ id: string; name: string }> {
    const { projects } = await this.call(listProjectsEndpoint, {})
    const byId = projects.find((project) => project.id === idOrName)
    if (byId) return byId
    const matchingProjects = projects.filter((project) => project.name === idOrName)
    if (matchingProjects.length === 1 && matchingProjects[0]) return matchingProjects[0]
    if (matchingProjects.length > 1)
      throw new CliError(EXIT.usage, `Several projects are called "${idOrName}": use the id.`)
    throw new CliError(EXIT.failed, `There is no project "${idOrName}", or you may not see it.`)
  }

  private options() {
    if (!this.token) {
      const page = this.link('/account')
      throw new CliError(EXIT.notSignedIn, `Set ASSAY_TOKEN to a personal token; you make one at ${page}.`)
    }
    return { baseUrl: this.address.replace(/\/+$/, ''), token: this.token }
  }
}
