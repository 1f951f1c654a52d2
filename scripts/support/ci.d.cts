export declare const IS_CI: boolean;
