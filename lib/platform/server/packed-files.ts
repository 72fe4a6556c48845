/**
 * Files of the build are sent as they were packed when it was made (scripts/launch/pack-files.ts): Next would pack them with every request, less
 * well and never with Brotli. It still sends them, with how long they are good for and all that a request may ask of a file; here it is only
 * said which file that is.
 */
import 'server-only'
import { readdirSync } from 'node:fs'
import type http from 'node:http'
import path from 'node:path'
import { appFolder } from '@/lib/platform/foreign/reader-process'
import { accepts } from './accepts'

const AT = '/_next/static/'
/** How a file may be packed, the smallest first. */
const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}
/** Asks for a part of a file, or for it as it was; what comes of that may be another answer than the file. */
const PARTICULAR = ['range', 'if-match', 'if-unmodified-since']

let buildFiles: ReadonlySet<string> | undefined

/** The addresses of all files of the build. Read once: a build is made before its server starts. */
function filesOfBuild(): ReadonlySet<string> {
  buildFiles ??= new Set(namesIn(path.join(/* turbopackIgnore: true */ appFolder(), '.next', 'static')))
  return buildFiles
}

function namesIn(folder: string): string[] {
  try {
    const names = readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, encoding: 'utf8' })
    return names.map((name) => AT + name.split(path.sep).join('/'))
  } catch {
    return []
  }
}

/** Has a file of the build sent as it lies there packed, where the browser takes it so. */
export function sendPacked(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  files: () => ReadonlySet<string> = filesOfBuild,
): void {
  const { method, url = '', headers } = request
  if (!url.startsWith(AT) || (method !== 'GET' && method !== 'HEAD')) return
  const [file = '', ...query] = url.split('?')
  const type = TYPES[path.extname(file)]
  if (!type || PARTICULAR.some((name) => headers[name] !== undefined)) return
  const packed = PACKED.find(([encoding, ending]) => accepts(request, encoding) && files().has(file + ending))
  if (!packed) return
  const [encoding, ending] = packed
  request.url = [file + ending, ...query].join('?')
  response.setHeader('content-type', type)
  response.setHeader('content-encoding', encoding)
  response.setHeader('vary', 'Accept-Encoding')
}
