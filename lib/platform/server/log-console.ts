/** What libraries print, Next above all, goes into the log as everything else does: one JSON object a line. */
import 'server-only'
import { format, stripVTControlCharacters } from 'node:util'
import { isDatabaseTrouble } from './database-trouble'
import { log, stackOf } from './log'
import { currentRequest } from './request-context'

const LEVELS = [
  ['debug', 'info'],
  ['info', 'info'],
  ['log', 'info'],
  ['trace', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
] as const

/** Sends the console of this process, and the warnings of Node itself, into the log. Returns the way back. */
export function logConsole(): () => void {
  const before = LEVELS.map(([method]) => [method, console[method]] as const)
  for (const [method, level] of LEVELS)
    console[method] = (...args: unknown[]) => {
      const text = stripVTControlCharacters(format(...args)).trim()
      if (text) log[level]('console', { text })
    }
  // Node's own listener, which prints, is one of them.
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  const warn = (warning: Error) => log.warn('node', { text: stackOf(warning) })
  process.on('warning', warn)
  return () => {
    for (const [method, own] of before) console[method] = own
    process.off('warning', warn)
    for (const listener of listeners) process.on('warning', listener)
  }
}

/**
 * Says where a page or route failed, by its pattern: an address may hold a secret. What it failed with Next has printed
 * just before, under the same id. Remembers of the request that it was the database, for the status of the answer.
 */
export function logRequestError(error: unknown, method: string, path: string): void {
  const request = currentRequest()
  if (request && isDatabaseTrouble(error)) request.isTroubled = true
  const digest = typeof error === 'object' && error !== null && 'digest' in error ? String(error.digest) : undefined
  log.error('request failed', { method, path, digest })
}
