type Folder = '.' | 'tools' | 'test/packages';
export declare function pathIn(folder: Folder, ...parts: string[]): string;
export declare function missing(what: string, name: string, folder?: Folder): string | null;
