/** What the build says of its files of script (`.vite/manifest.json`): by source, or by file where several travel together. */
export type Manifest = Readonly<Record<string, { file: string; name?: string; imports?: readonly string[] }>>

/**
 * The files of script that these sources come with, all that they import at once among them. A source that travels in a
 * file with others goes by the name of that file.
 */
export const filesOf = (manifest: Manifest, sources: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  const files = new Set<string>()
  const take = (source: string): void => {
    if (seen.has(source)) return
    seen.add(source)
    const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source)
    if (!chunk) throw new Error(`${source} is not in the build`)
    files.add(chunk.file)
    chunk.imports?.forEach(take)
  }
  sources.forEach(take)
  return files
}
