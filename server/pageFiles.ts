/**
 * The build's manifest of script files (`.vite/manifest.json`), by source, or by file name if several sources share a
 * file.
 */
export type Manifest = Readonly<Record<string, { file: string; name?: string; imports?: readonly string[] }>>

/**
 * The script files that these sources need, with all their static imports. A source that shares a file with others is
 * found by the name of that file. Throws if a source is not in the build.
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
