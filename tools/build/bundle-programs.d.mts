export function bundlePrograms(programs: Readonly<Record<string, string>>): Promise<(() => void) | undefined>
