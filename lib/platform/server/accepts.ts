import type http from 'node:http'

const REFUSED = /;\s*q=0(?:\.0*)?\s*$/i

/** Does who asks take an answer that is packed in this way? */
export const accepts = ({ headers }: http.IncomingMessage, encoding: 'br' | 'gzip'): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => each.split(';', 1)[0]?.trim().toLowerCase() === encoding && !REFUSED.test(each))
