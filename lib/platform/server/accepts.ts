import type http from 'node:http'

const REFUSED = /;\s*q=0(?:\.0*)?\s*$/i

/** Does the client accept this encoding? */
export const accepts = ({ headers }: http.IncomingMessage, encoding: 'br' | 'gzip'): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => each.split(';', 1)[0]?.trim().toLowerCase() === encoding && !REFUSED.test(each))
