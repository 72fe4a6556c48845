/** Takes the definitions of protocol files into the map of this process or page. What compiles them comes with this module. */
import { keepProtocol, keptProtocol, protocolIdOf } from './kept-protocols'
import { compileProtocol } from './language/compile/compile-protocol'
import type { Definition } from './language/definition'
import type { Protocol } from './protocol'

/** From now on `protocolById` finds it, as `id@version`. */
export function keepDefinition(definition: Definition): void {
  const id = protocolIdOf(definition)
  if (keptProtocol(id)) return
  const compiled = new Map<string, Protocol>()
  keepProtocol(id, {
    definition,
    protocol: (reader = definition.language) => {
      const protocol = compiled.get(reader) ?? { ...compileProtocol(definition, reader), id }
      compiled.set(reader, protocol)
      return protocol
    },
  })
}
