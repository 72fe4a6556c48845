import { endpoint } from './endpoint'

/** The version of the HTTP interface; raised when something in it changes its meaning or goes away. */
export const API_VERSION = '1.0.0'

export const openApiEndpoint = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This document: the HTTP interface as OpenAPI 3.1',
  tag: 'api',
  auth: 'public',
  anonymous: true,
  response: { stream: ['application/json'] },
})
