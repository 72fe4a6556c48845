import { currentRequest } from './request-context'

type Fields = Record<string, string | number | boolean | null | undefined>

function write(level: 'info' | 'warn' | 'error', message: string, fields: Fields = {}) {
  const requestId = currentRequest()?.requestId
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, requestId, ...fields })
  if (level === 'info') process.stdout.write(`${line}\n`)
  else process.stderr.write(`${line}\n`)
}

/** What is written down of what was thrown. */
export const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)

/**
 * One JSON object per line, with the id of the request it belongs to, also in the jobs of that request. Never pass a body,
 * a token or an answer.
 */
export const log = {
  info: (message: string, fields?: Fields) => write('info', message, fields),
  warn: (message: string, fields?: Fields) => write('warn', message, fields),
  error: (message: string, fields?: Fields) => write('error', message, fields),
}
