// In charge of the types of the API, as `npm run generate` makes them from the OpenAPI document: do not edit.
// Document: 42fe0fb8b642fd39e78d91eb57d2f47ba69aee3675f6347a13377f43d0c63244

export interface paths {
    "/trees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trees
         * @description A page of trees, filtered, searched and sorted. Filters combine with AND; several values of one filter match any of them.
         */
        get: operations["listTrees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trees/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tree
         * @description One tree whole, with up to five related trees.
         */
        get: operations["getTree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/families": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List families
         * @description Every botanical family of the catalogue with the number of its species, by name. With `view=detail` the families of the trees that filters and search find, with how many of these are assessed and threatened, and the genera of families that are named by the filter.
         */
        get: operations["listFamilies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the map
         * @description The map that the catalogue brings, to be drawn: its regions as SVG paths, under the names that trees have in `distribution`. Answers about trees lead to it where there is one.
         */
        get: operations["getMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/names/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Match names
         * @description Which trees a list of names means, one entry a name and in the same order: scientific names with or without authors, synonyms and common names, also with slips. What is not sure is fuzzy or ambiguous.
         */
        get: operations["matchNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description What was added, changed and removed since a revision: one entry a tree, the net of all revisions between, by slug. All pages together make the present catalogue out of a copy of that revision.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/trees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export trees
         * @description Every tree, or what filters and search leave, in one answer, by slug: all that authors wrote, in both languages unless `locale` chooses one, in a form that can be published again; a Darwin Core Archive has what there are terms for. All of it is of one revision. A cut download can be continued: `Range` with `If-Range`, on what is not compressed on the way.
         */
        get: operations["exportTrees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A language of the catalogue (BCP 47). More may come.
         * @example en
         * @example es
         */
        Locale: "en" | "es" | (string & {});
        /**
         * @description An English month name, whatever the locale.
         * @enum {string}
         */
        Month: "january" | "february" | "march" | "april" | "may" | "june" | "july" | "august" | "september" | "october" | "november" | "december";
        /**
         * @description A category of the IUCN Red List. More may come.
         * @example EX
         * @example EW
         * @example CR
         * @example EN
         * @example VU
         * @example NT
         * @example LC
         * @example DD
         * @example NE
         */
        ConservationStatus: "EX" | "EW" | "CR" | "EN" | "VU" | "NT" | "LC" | "DD" | "NE" | (string & {});
        /**
         * @description How a long text is written. More may come.
         * @example markdown
         * @example mdx
         */
        BodyFormat: "markdown" | "mdx" | (string & {});
        /** @description Any JSON, as authors wrote it. */
        JsonValue: string | number | boolean | unknown[] | {
            [key: string]: unknown;
        } | null;
        /** @description A path, or a whole address where the service knows its public one. */
        Link: string;
        /** @description Enough to name a tree and to find it. */
        TreeSummary: {
            /** @description Names the tree in addresses; unique. */
            slug: string;
            /** @description The name that the tree is commonly known by. */
            title: string;
            /** @description The accepted scientific name. */
            scientificName: string;
            /** @description The address of the whole tree. */
            _links: {
                self: components["schemas"]["Link"];
            };
        };
        /** @description A tree whole. Every field is always there: an unknown fact is null, an empty collection []. */
        TreeDetail: {
            /** @description Names the tree in addresses; unique. */
            slug: string;
            /** @description The name that the tree is commonly known by. */
            title: string;
            /** @description The accepted scientific name. */
            scientificName: string;
            /** @description The address of the whole tree. */
            _links: {
                self: components["schemas"]["Link"];
            };
            locale: components["schemas"]["Locale"];
            /** @description The languages that the tree has text in. */
            availableLocales: components["schemas"]["Locale"][];
            /** @description The authors of the scientific name, apart from it. */
            scientificNameAuthorship: string | null;
            /** @description The botanical family. */
            family: string;
            /** @description A short description. */
            description: string;
            conservationStatus: components["schemas"]["ConservationStatus"] | null;
            /** @description Keywords, as authored. */
            tags: string[];
            /** @description Where the tree grows, as authored. */
            distribution: string[];
            /** @description When it flowers, January first. */
            floweringSeason: components["schemas"]["Month"][];
            /** @description When it bears fruit, January first. */
            fruitingSeason: components["schemas"]["Month"][];
            /** @description When the content was last changed. In UTC, to the second (RFC 3339). */
            updatedAt: string | null;
            /** @description The assessment behind the conservation status; null if unknown. */
            conservationAssessment: {
                year: number | null;
                criteria: string | null;
                scope: string | null;
            } | null;
            /** @description The long text as authored. */
            body: string | null;
            bodyFormat: components["schemas"]["BodyFormat"] | null;
            /** @description Other scientific names. */
            synonyms: string[];
            /** @description Other names, each with its language. */
            commonNames: {
                /** @description The name. */
                name: string;
                /** @description Its language. */
                language: string;
            }[];
            /** @description Where it is native, as authored; null if unknown. */
            nativeRegion: components["schemas"]["JsonValue"];
            /** @description How high it grows, as authored; null if unknown. */
            maxHeight: components["schemas"]["JsonValue"];
            /** @description At what elevation it grows, as authored; null if unknown. */
            elevation: components["schemas"]["JsonValue"];
            /** @description What it is used for, as authored. */
            uses: components["schemas"]["JsonValue"][];
            /** @description How toxic it is, as authored; null if unknown. */
            toxicityLevel: components["schemas"]["JsonValue"];
            /** @description Which parts are toxic, as authored. */
            toxicParts: components["schemas"]["JsonValue"][];
            /** @description What touching it does, as authored; null if unknown. */
            skinContactRisk: components["schemas"]["JsonValue"];
            /** @description How likely it causes allergies, as authored; null if unknown. */
            allergenRisk: components["schemas"]["JsonValue"];
            /** @description The image to show first, as authored; null if unknown. */
            featuredImage: components["schemas"]["JsonValue"];
            /** @description Further images, as authored. */
            images: components["schemas"]["JsonValue"][];
            /** @description When the content was first published. In UTC, to the second (RFC 3339). */
            publishedAt: string | null;
            /** @description The tree in other catalogues; null where unknown. */
            identifiers: {
                wfo: string | null;
                ipni: string | null;
                gbif: string | null;
                iucn: string | null;
            } & {
                [key: string]: string | null;
            };
            /** @description The slugs that the tree had before: their addresses lead to it. */
            formerSlugs: string[];
            /** @description Every other authored field, untouched. */
            attributes: {
                [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /** @description As much of a tree as `view` says: `summary` has the required fields, `record` those of lists, `detail` every field. */
        ListedTree: {
            /** @description Names the tree in addresses; unique. */
            slug: string;
            /** @description The name that the tree is commonly known by. */
            title: string;
            /** @description The accepted scientific name. */
            scientificName: string;
            /** @description The address of the whole tree. */
            _links: {
                self: components["schemas"]["Link"];
            };
            locale?: components["schemas"]["Locale"];
            /** @description The languages that the tree has text in. */
            availableLocales?: components["schemas"]["Locale"][];
            /** @description The authors of the scientific name, apart from it. */
            scientificNameAuthorship?: string | null;
            /** @description The botanical family. */
            family?: string;
            /** @description A short description. */
            description?: string;
            conservationStatus?: components["schemas"]["ConservationStatus"] | null;
            /** @description Keywords, as authored. */
            tags?: string[];
            /** @description Where the tree grows, as authored. */
            distribution?: string[];
            /** @description When it flowers, January first. */
            floweringSeason?: components["schemas"]["Month"][];
            /** @description When it bears fruit, January first. */
            fruitingSeason?: components["schemas"]["Month"][];
            /** @description When the content was last changed. In UTC, to the second (RFC 3339). */
            updatedAt?: string | null;
            /** @description The assessment behind the conservation status; null if unknown. */
            conservationAssessment?: {
                year: number | null;
                criteria: string | null;
                scope: string | null;
            } | null;
            /** @description The long text as authored. */
            body?: string | null;
            bodyFormat?: components["schemas"]["BodyFormat"] | null;
            /** @description Other scientific names. */
            synonyms?: string[];
            /** @description Other names, each with its language. */
            commonNames?: {
                /** @description The name. */
                name: string;
                /** @description Its language. */
                language: string;
            }[];
            /** @description Where it is native, as authored; null if unknown. */
            nativeRegion?: components["schemas"]["JsonValue"];
            /** @description How high it grows, as authored; null if unknown. */
            maxHeight?: components["schemas"]["JsonValue"];
            /** @description At what elevation it grows, as authored; null if unknown. */
            elevation?: components["schemas"]["JsonValue"];
            /** @description What it is used for, as authored. */
            uses?: components["schemas"]["JsonValue"][];
            /** @description How toxic it is, as authored; null if unknown. */
            toxicityLevel?: components["schemas"]["JsonValue"];
            /** @description Which parts are toxic, as authored. */
            toxicParts?: components["schemas"]["JsonValue"][];
            /** @description What touching it does, as authored; null if unknown. */
            skinContactRisk?: components["schemas"]["JsonValue"];
            /** @description How likely it causes allergies, as authored; null if unknown. */
            allergenRisk?: components["schemas"]["JsonValue"];
            /** @description The image to show first, as authored; null if unknown. */
            featuredImage?: components["schemas"]["JsonValue"];
            /** @description Further images, as authored. */
            images?: components["schemas"]["JsonValue"][];
            /** @description When the content was first published. In UTC, to the second (RFC 3339). */
            publishedAt?: string | null;
            /** @description The tree in other catalogues; null where unknown. */
            identifiers?: {
                wfo: string | null;
                ipni: string | null;
                gbif: string | null;
                iucn: string | null;
            } & {
                [key: string]: string | null;
            };
            /** @description The slugs that the tree had before: their addresses lead to it. */
            formerSlugs?: string[];
            /** @description Every other authored field, untouched. */
            attributes?: {
                [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /** @description A page of trees. */
        TreeList: {
            /** @description The trees of the page, as much of each as `view` says: records where nothing was said. */
            data: components["schemas"]["ListedTree"][];
            pagination: components["schemas"]["Pagination"];
            facets?: components["schemas"]["Facets"];
            matches?: components["schemas"]["Matches"];
            /** @description Of a search without result: searches nearby that have some under the same filters, nearest first. */
            suggestions?: string[];
            meta: components["schemas"]["Meta"];
            _links: components["schemas"]["PageLinks"];
        };
        /** @description One tree whole, with related trees. */
        TreeAnswer: {
            data: components["schemas"]["TreeDetail"];
            /** @description Other trees, of the same genus first, then of the same family. */
            related: components["schemas"]["TreeSummary"][];
            meta: components["schemas"]["Meta"];
            _links: {
                self: components["schemas"]["Link"];
                map?: components["schemas"]["Link"];
            };
        };
        /** @description What became of one tree; `revision` is the one that changed it last. */
        Change: {
            /** @description The slug of the tree. */
            slug: string;
            /**
             * @description What happened to it since the revision that was asked for. More may come.
             * @example added
             * @example changed
             * @example removed
             */
            change: string;
            /**
             * @description The published revision that answered.
             * @example r12
             */
            revision: string;
            /** @description The tree as it is now, as much of it as `view` says; null where it was removed. */
            tree?: components["schemas"]["ListedTree"] | null;
        };
        /** @description A page of changes. */
        ChangeList: {
            /** @description The changes of the page, by slug. */
            data: components["schemas"]["Change"][];
            pagination: components["schemas"]["Pagination"];
            /** @description What lies between. */
            meta: {
                /**
                 * @description The published revision that answered.
                 * @example r12
                 */
                since: string;
                /**
                 * @description The published revision that answered.
                 * @example r12
                 */
                revision: string;
                locale: components["schemas"]["Locale"];
            };
            _links: components["schemas"]["PageLinks"];
        };
        /** @description A botanical family. */
        Family: {
            /** @description The botanical name. */
            name: string;
            /** @description What people call it in the asked language. */
            commonName: string | null;
            /** @description How many of the trees that were asked for belong to it. */
            speciesCount: number;
            /** @description How many of these have a category of the Red List that is neither DD nor NE. */
            assessedCount?: number;
            /** @description How many of these are CR, EN or VU. */
            threatenedCount?: number;
            /** @description Its genera by name, where families are named. */
            genera?: components["schemas"]["Genus"][];
            /** @description The list of its trees. */
            _links: {
                trees: components["schemas"]["Link"];
            };
        };
        /** @description A genus of a family. */
        Genus: {
            /** @description As the scientific names have it. */
            name: string;
            /** @description How many of the trees that were asked for belong to it. */
            speciesCount: number;
            /** @description How many of these have a category of the Red List that is neither DD nor NE. */
            assessedCount: number;
            /** @description How many of these are CR, EN or VU. */
            threatenedCount: number;
        };
        /** @description Every family with the number of its species. */
        FamilyList: {
            /** @description The families by name. */
            data: components["schemas"]["Family"][];
            meta: {
                /** @description How many families there are. */
                totalFamilies: number;
                /** @description How many trees there are. */
                totalSpecies: number;
                locale: components["schemas"]["Locale"];
                /**
                 * @description The published revision that answered.
                 * @example r12
                 */
                revision: string;
            };
            _links: {
                self: components["schemas"]["Link"];
                trees: components["schemas"]["Link"];
            };
        };
        /** @description A tree that a name means, or may mean. */
        MatchedTree: {
            /** @description Names the tree in addresses; unique. */
            slug: string;
            /** @description The name that the tree is commonly known by. */
            title: string;
            /** @description The accepted scientific name. */
            scientificName: string;
            /** @description The botanical family. */
            family: string;
            conservationStatus: components["schemas"]["ConservationStatus"] | null;
            /** @description The address of the whole tree. */
            _links: {
                self: components["schemas"]["Link"];
            };
        };
        /** @description What a name means. */
        NameMatch: {
            /** @description The name as it was given. */
            name: string;
            /**
             * @description How sure it is: `fuzzy` is a likely tree, `ambiguous` are several or none for sure. More may come.
             * @example accepted
             * @example synonym
             * @example commonName
             * @example fuzzy
             * @example ambiguous
             * @example none
             */
            status: string;
            /** @description The tree; null where it is ambiguous or there is none. */
            tree: components["schemas"]["MatchedTree"] | null;
            /** @description The trees that an ambiguous name may mean. */
            candidates: components["schemas"]["MatchedTree"][];
        };
        /** @description What a list of names means. */
        NameMatchList: {
            /** @description One for each name, in the same order. */
            data: components["schemas"]["NameMatch"][];
            meta: components["schemas"]["Meta"];
            _links: {
                self: components["schemas"]["Link"];
            };
        };
        /** @description The map that the catalogue brings. */
        MapAnswer: {
            /** @description The map; null where the catalogue brings none. */
            data: {
                /** @description How many units wide the map is. */
                width: number;
                /** @description How many units high it is. */
                height: number;
                /** @description By name. */
                regions: {
                    /** @description As trees have it in `distribution`. */
                    name: string;
                    /** @description An SVG path. */
                    path: string;
                }[];
            } | null;
            meta: components["schemas"]["Meta"];
            _links: {
                self: components["schemas"]["Link"];
            };
        };
        /** @description The bytes of a file. */
        File: unknown;
        /** @description Where in the whole list this page stands. */
        Pagination: {
            /** @description The page. */
            page: number;
            /** @description How many trees a page has. */
            pageSize: number;
            /** @description How many trees there are over all pages. */
            total: number;
            /** @description How many pages there are; 0 where no tree was found. */
            totalPages: number;
            /** @description Whether there is a next page. */
            hasNext: boolean;
            /** @description Whether there is a page before. */
            hasPrev: boolean;
        };
        /** @description Pages of the same question, and the map of the catalogue; next, prev and map only where they exist. */
        PageLinks: {
            self: components["schemas"]["Link"];
            first: components["schemas"]["Link"];
            last: components["schemas"]["Link"];
            next?: components["schemas"]["Link"];
            prev?: components["schemas"]["Link"];
            map?: components["schemas"]["Link"];
        };
        FacetCount: {
            /** @description The value. */
            value: string;
            /** @description How many trees have it. */
            count: number;
        };
        /** @description For each field asked for, its values with the number of trees that choosing them would find; as `initial` the letters under which the trees of the question stand, in its order. */
        Facets: {
            [key: string]: components["schemas"]["FacetCount"][];
        };
        /** @description By slug, the names that trees of the page were found by and that their records do not show. */
        Matches: {
            [key: string]: {
                /**
                 * @description What the name is to the tree. More may come.
                 * @example title
                 * @example synonyms
                 * @example commonNames
                 */
                field: string;
                /** @description The name. */
                value: string;
            };
        };
        /** @description What the answer was made from. */
        Meta: {
            locale: components["schemas"]["Locale"];
            /**
             * @description The published revision that answered.
             * @example r12
             */
            revision: string;
        };
        /** @description One fault of a request. */
        Fault: {
            /** @description The parameter; empty where one has no name. */
            parameter: string;
            /** @description What was given. */
            value?: string;
            /** @description What would be right. */
            message: string;
        };
        /**
         * @description The kind of problem, for programs. Never reused. More may come.
         * @example invalid-parameter
         * @example malformed-request
         * @example unauthorized
         * @example tree-not-found
         * @example route-not-found
         * @example method-not-allowed
         * @example tree-removed
         * @example revision-expired
         * @example request-timeout
         * @example uri-too-long
         * @example range-not-satisfiable
         * @example headers-too-large
         * @example rate-limited
         * @example too-many-exports
         * @example internal
         * @example exports-busy
         * @example revision-not-loaded
         * @example no-catalogue
         */
        ProblemCode: "invalid-parameter" | "malformed-request" | "unauthorized" | "tree-not-found" | "route-not-found" | "method-not-allowed" | "tree-removed" | "revision-expired" | "request-timeout" | "uri-too-long" | "range-not-satisfiable" | "headers-too-large" | "rate-limited" | "too-many-exports" | "internal" | "exports-busy" | "revision-not-loaded" | "no-catalogue" | (string & {});
        /** @description RFC 9457: what every error answers with. */
        Problem: {
            /** @description The address of a page that explains the code. */
            type: string;
            /** @description The kind of problem in a few words. */
            title: string;
            /**
             * @description The HTTP status. More may come.
             * @example 400
             * @example 401
             * @example 404
             * @example 405
             * @example 410
             * @example 408
             * @example 414
             * @example 416
             * @example 431
             * @example 429
             * @example 500
             * @example 503
             */
            status: number;
            code: components["schemas"]["ProblemCode"];
            /** @description What is wrong with this request. */
            detail: string;
            /** @description The id that the service’s log knows the request by. */
            requestId: string;
            /** @description Every fault of the request. */
            errors?: components["schemas"]["Fault"][];
            /** @description What leads on. */
            _links?: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        /** @description A tree as lists show it. Every field is always there: an unknown fact is null. */
        TreeRecord: {
            /** @description Names the tree in addresses; unique. */
            slug: string;
            /** @description The name that the tree is commonly known by. */
            title: string;
            /** @description The accepted scientific name. */
            scientificName: string;
            /** @description The address of the whole tree. */
            _links: {
                self: components["schemas"]["Link"];
            };
            locale: components["schemas"]["Locale"];
            /** @description The languages that the tree has text in. */
            availableLocales: components["schemas"]["Locale"][];
            /** @description The authors of the scientific name, apart from it. */
            scientificNameAuthorship: string | null;
            /** @description The botanical family. */
            family: string;
            /** @description A short description. */
            description: string;
            conservationStatus: components["schemas"]["ConservationStatus"] | null;
            /** @description Keywords, as authored. */
            tags: string[];
            /** @description Where the tree grows, as authored. */
            distribution: string[];
            /** @description When it flowers, January first. */
            floweringSeason: components["schemas"]["Month"][];
            /** @description When it bears fruit, January first. */
            fruitingSeason: components["schemas"]["Month"][];
            /** @description When the content was last changed. In UTC, to the second (RFC 3339). */
            updatedAt: string | null;
        };
    };
    responses: {
        /**
         * @description **invalid-parameter**: One or more parameters of the request are unknown, given twice, or have a value that is not allowed. The list “errors” names every one of them, with what would be right. Correct them all and send the request again.
         *
         *     **malformed-request**: What arrived is not a valid HTTP request. Look at what stands between: a client library or a proxy has sent something broken. Letters beyond ASCII in an address are to be percent-encoded.
         */
        Problem400: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **unauthorized**: The request carries no valid API key, and its address is not on the allowlist. Send the key that the maintainers gave you in the header “X-API-Key”, once and unchanged. If it no longer works, ask them for a new one. */
        Problem401: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **tree-not-found**: No tree of the published catalogue has this slug. Slugs are written in lower case with hyphens; take them from the list of trees rather than making them up.
         *
         *     **route-not-found**: There is no such address in this service. The operations are /api/v1/trees, /api/v1/trees/{slug}, /api/v1/families, /api/v1/map, /api/v1/names/match, /api/v1/changes and /api/v1/exports/trees.
         */
        Problem404: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **method-not-allowed**: The service only reads. Use GET or HEAD. The header “Allow” lists what this address accepts. */
        Problem405: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **request-timeout**: The request did not arrive whole in good time, so the connection was closed. Send it again. */
        Problem408: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **tree-removed**: A tree had this slug, and a later revision of the catalogue removed it. Remove it from your copy as well. It may come back: a later revision may have it again.
         *
         *     **revision-expired**: What has changed since this revision is not known any more, or never was: the last hundred revisions are remembered. Fetch the whole catalogue again: “_links.export” leads to it. Ask for changes since its revision from then on.
         */
        Problem410: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **uri-too-long**: The address of the request is longer than the service accepts. Ask for fewer values at once. */
        Problem414: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **range-not-satisfiable**: The part that was asked for begins behind the last byte of the export. Compare what you have with the length in “Content-Range”: if it is the same, your copy is whole. */
        Problem416: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                "Content-Range": components["headers"]["Content-Range"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **rate-limited**: The requests from your address have used up what one window allows. Wait for the seconds that “Retry-After” gives; “X-RateLimit-Remaining” on every answer says how many are left. Larger pages and a copy of your own need fewer of them.
         *
         *     **too-many-exports**: As many exports as one address may have at once are running already. Wait until one of them is done, or for the seconds that “Retry-After” gives. One export has the whole catalogue.
         */
        Problem429: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **headers-too-large**: The headers of the request are larger than the service accepts. Send fewer. Large cookies are the usual cause; the service needs none. */
        Problem431: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **internal**: Something went wrong inside the service. Tell its maintainers the request id; the log holds the rest. */
        Problem500: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **exports-busy**: As many exports as the service takes on at once are running already, for others; or it takes long to find where the part of a large one ends. Everything else is answered. Try again after the time in “Retry-After”.
         *
         *     **revision-not-loaded**: The instance that answered serves an older revision than the one asked for. It loads a new revision a few seconds after others. Try again after the time in “Retry-After”. If the answer stays the same, ask the maintainers: a service that was restored from a backup may have lost this revision, and your copy must be fetched again.
         *
         *     **no-catalogue**: Nothing has been published yet, so there is nothing to answer from. Try again after the time in “Retry-After”.
         */
        Problem503: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Requests that one client address may make in a window.
         * @example 100
         */
        "X-RateLimit-Limit": number;
        /**
         * @description What is left of them in this window.
         * @example 99
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the window ends, as Unix time in seconds.
         * @example 1767225600
         */
        "X-RateLimit-Reset": number;
        /**
         * @description The id that the service’s log knows the request by.
         * @example Zk3xV0aBq1Yt-2s
         */
        "X-Request-Id": string;
        /**
         * @description The body is what Content-Type says.
         * @example nosniff
         */
        "X-Content-Type-Options": "nosniff";
        /**
         * @description `private, no-cache` on success: to be kept by the caller alone, and asked for again; `no-store` on errors.
         * @example private, no-cache
         */
        "Cache-Control": string;
        /**
         * @description For web pages of the origins that are configured, and no others.
         * @example https://www.example.org
         */
        "Access-Control-Allow-Origin": string;
        /**
         * @description The headers that such a web page may read.
         * @example ETag, Link
         */
        "Access-Control-Expose-Headers": string;
        /**
         * @description What the answer depends on beside its address.
         * @example Accept-Encoding
         */
        Vary: string;
        /**
         * @description Send it back in If-None-Match and get 304 while nothing has changed. The same for every caller.
         * @example "3q2nXyTz0pQvK5sWb1cDea"
         */
        ETag: string;
        /**
         * @description The language of the text: for one tree that of its record, for a list the one asked for, for an export all that it has.
         * @example en
         */
        "Content-Language": string;
        /**
         * @description How the body is compressed: as the caller asked.
         * @example gzip
         */
        "Content-Encoding": string;
        /**
         * @description The name of the file, with its revision.
         * @example attachment; filename="sylva-r12.ndjson"
         */
        "Content-Disposition": string;
        /**
         * @description Where the body is not compressed: a part of it can be asked for.
         * @example bytes
         */
        "Accept-Ranges": string;
        /**
         * @description Which part of the file it is; on 416 only how long the file is.
         * @example bytes 1000-1999/2000
         */
        "Content-Range": string;
        /**
         * @description The published revision that answered.
         * @example r12
         */
        "Sylva-Revision": string;
        /**
         * @description RFC 8288: the license always; first, prev, next and last on lists, left off where the head would grow over 8 kB (the body has them too).
         * @example </api/v1/trees?page=2>; rel="next", </usage-policy>; rel="license"
         */
        Link: string;
        /**
         * @description The present address of the tree.
         * @example /api/v1/trees/ceiba-pentandra
         */
        Location: string;
        /**
         * @description Seconds to wait.
         * @example 17
         */
        "Retry-After": number;
        /**
         * @description What is asked for.
         * @example ApiKey realm="sylva", header="X-API-Key"
         */
        "WWW-Authenticate": string;
        /**
         * @description The methods that would do.
         * @example GET, HEAD
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTrees: {
        parameters: {
            query?: {
                /** @description The language of titles, descriptions and other text. Without it the service’s default applies. */
                locale?: "en" | "es";
                /** @description Trees of this botanical family. Of several, any. A value that no tree has finds nothing. */
                family?: string[];
                /** @description Trees of this category of the IUCN Red List: EX, EW, CR, EN, VU, NT, LC, DD, NE, or its name in English or Spanish, in whatever case. Of several, any. */
                conservationStatus?: string[];
                /** @description Trees with this tag in either language. Of several, any. */
                tag?: string[];
                /** @description Trees that grow in this region. Case, accents, and the difference between -, _ and space do not matter. The regions of the second level of WGSRPD go by their names in either language and by their codes; a continent of its first level that no tree names finds those of its regions. Of several, any. */
                distribution?: string[];
                /** @description Trees that flower in this month: an English or Spanish name, its first three letters, or 1 to 12, in whatever case. Of several, any. */
                floweringSeason?: string[];
                /** @description Trees that bear fruit in this month: an English or Spanish name, its first three letters, or 1 to 12, in whatever case. Of several, any. */
                fruitingSeason?: string[];
                /** @description Trees with this slug. Of several, any. */
                slug?: string[];
                /** @description The tree with this identifier in another catalogue, with or without the catalogue’s name. Of several, any. */
                identifier?: string[];
                /** @description Trees in which every word of this starts a word of the title, the scientific name or the description. */
                search?: string;
                /** @description Where the search looks: in title, scientific name and description (text, the default), in titles, scientific names, common names and synonyms of either language (names), or in both (all). */
                searchIn?: "text" | "names" | "all";
                /** @description The page, from 1. One beyond the last is empty. */
                page?: number;
                /** @description How many trees a page has. */
                pageSize?: number;
                /** @description What to order by. Without it by title, and a search by relevance. */
                sort?: "title" | "scientificName" | "family" | "updatedAt";
                /** @description Ascending or descending; given alone, by title. */
                order?: "asc" | "desc";
                /** @description How much of each tree: enough to name it, the record, or everything. */
                view?: "summary" | "record" | "detail";
                /** @description Also count, for each value of this field, the trees that choosing it instead would find; for initial, the trees under each letter of the order asked for, in that order. */
                facets?: ("family" | "conservationStatus" | "tag" | "distribution" | "floweringSeason" | "fruitingSeason" | "initial")[];
            };
            header?: {
                /** @description The entity tag of the answer that the caller has: 304 if it would be the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of trees. One beyond the last is empty, with the true totals. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreeList"];
                };
            };
            /** @description Nothing has changed since the answer with this entity tag. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getTree: {
        parameters: {
            query?: {
                /** @description The language of titles, descriptions and other text. Without it the service’s default applies. */
                locale?: "en" | "es";
            };
            header?: {
                /** @description The entity tag of the answer that the caller has: 304 if it would be the same. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The tree’s slug, as lists give it.
                 * @example ceiba-pentandra
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tree. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreeAnswer"];
                };
            };
            /** @description The tree had this slug before: it is at another address now. */
            301: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing has changed since the answer with this entity tag. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listFamilies: {
        parameters: {
            query?: {
                /** @description The language of titles, descriptions and other text. Without it the service’s default applies. */
                locale?: "en" | "es";
                /** @description Trees of this botanical family. Of several, any. A value that no tree has finds nothing. */
                family?: string[];
                /** @description Trees of this category of the IUCN Red List: EX, EW, CR, EN, VU, NT, LC, DD, NE, or its name in English or Spanish, in whatever case. Of several, any. */
                conservationStatus?: string[];
                /** @description Trees with this tag in either language. Of several, any. */
                tag?: string[];
                /** @description Trees that grow in this region. Case, accents, and the difference between -, _ and space do not matter. The regions of the second level of WGSRPD go by their names in either language and by their codes; a continent of its first level that no tree names finds those of its regions. Of several, any. */
                distribution?: string[];
                /** @description Trees that flower in this month: an English or Spanish name, its first three letters, or 1 to 12, in whatever case. Of several, any. */
                floweringSeason?: string[];
                /** @description Trees that bear fruit in this month: an English or Spanish name, its first three letters, or 1 to 12, in whatever case. Of several, any. */
                fruitingSeason?: string[];
                /** @description Trees with this slug. Of several, any. */
                slug?: string[];
                /** @description The tree with this identifier in another catalogue, with or without the catalogue’s name. Of several, any. */
                identifier?: string[];
                /** @description Trees in which every word of this starts a word of the title, the scientific name or the description. */
                search?: string;
                /** @description Where the search looks: in title, scientific name and description (text, the default), in titles, scientific names, common names and synonyms of either language (names), or in both (all). */
                searchIn?: "text" | "names" | "all";
                /** @description How much of each family: its species alone (the default), or also how many of them are assessed and threatened, and the genera of families that are named. */
                view?: "summary" | "detail";
            };
            header?: {
                /** @description The entity tag of the answer that the caller has: 304 if it would be the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The families. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FamilyList"];
                };
            };
            /** @description Nothing has changed since the answer with this entity tag. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getMap: {
        parameters: {
            query?: {
                /** @description The language of titles, descriptions and other text. Without it the service’s default applies. */
                locale?: "en" | "es";
            };
            header?: {
                /** @description The entity tag of the answer that the caller has: 304 if it would be the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map, or null where the catalogue brings none. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapAnswer"];
                };
            };
            /** @description Nothing has changed since the answer with this entity tag. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    matchNames: {
        parameters: {
            query: {
                /** @description The language of titles, descriptions and other text. Without it the service’s default applies. */
                locale?: "en" | "es";
                /** @description A name as people write it: scientific, with or without authors, or common. Each is answered, in the same order. */
                name: string[];
            };
            header?: {
                /** @description The entity tag of the answer that the caller has: 304 if it would be the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What each name means. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NameMatchList"];
                };
            };
            /** @description Nothing has changed since the answer with this entity tag. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listChanges: {
        parameters: {
            query: {
                /** @description The language of titles, descriptions and other text. Without it the service’s default applies. */
                locale?: "en" | "es";
                /** @description The revision that your copy is of: `meta.revision` of the answers that it was made from. */
                since: string;
                /** @description The page, from 1. One beyond the last is empty. */
                page?: number;
                /** @description How many trees a page has. */
                pageSize?: number;
                /** @description How much of each tree: as on lists, or nothing but what was changed (none). */
                view?: "summary" | "record" | "detail" | "none";
            };
            header?: {
                /** @description The entity tag of the answer that the caller has: 304 if it would be the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes; none where nothing has changed. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeList"];
                };
            };
            /** @description Nothing has changed since the answer with this entity tag. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    exportTrees: {
        parameters: {
            query?: {
                /** @description Text in this language only, or where a tree has none, in the other. Without it in both. */
                locale?: "en" | "es";
                /** @description Trees of this botanical family. Of several, any. A value that no tree has finds nothing. */
                family?: string[];
                /** @description Trees of this category of the IUCN Red List: EX, EW, CR, EN, VU, NT, LC, DD, NE, or its name in English or Spanish, in whatever case. Of several, any. */
                conservationStatus?: string[];
                /** @description Trees with this tag in either language. Of several, any. */
                tag?: string[];
                /** @description Trees that grow in this region. Case, accents, and the difference between -, _ and space do not matter. The regions of the second level of WGSRPD go by their names in either language and by their codes; a continent of its first level that no tree names finds those of its regions. Of several, any. */
                distribution?: string[];
                /** @description Trees that flower in this month: an English or Spanish name, its first three letters, or 1 to 12, in whatever case. Of several, any. */
                floweringSeason?: string[];
                /** @description Trees that bear fruit in this month: an English or Spanish name, its first three letters, or 1 to 12, in whatever case. Of several, any. */
                fruitingSeason?: string[];
                /** @description Trees with this slug. Of several, any. */
                slug?: string[];
                /** @description The tree with this identifier in another catalogue, with or without the catalogue’s name. Of several, any. */
                identifier?: string[];
                /** @description Trees in which every word of this starts a word of the title, the scientific name or the description. */
                search?: string;
                /** @description Where the search looks: in title, scientific name and description (text, the default), in titles, scientific names, common names and synonyms of either language (names), or in both (all). */
                searchIn?: "text" | "names" | "all";
                /** @description The form of an export: a JSON object a line (ndjson, the default), a table (csv), a table with the mark that Excel needs to read it as UTF-8 (csv-excel), or a Darwin Core Archive, zipped (dwca). */
                format?: "ndjson" | "csv" | "csv-excel" | "dwca";
            };
            header?: {
                /** @description The entity tag of the answer that the caller has: 304 if it would be the same. */
                "If-None-Match"?: string;
                /** @description The part that the caller lacks, of what is not compressed; read together with If-Range only. */
                Range?: string;
                /** @description The entity tag of the part that the caller has: everything is sent if it is no longer the same. */
                "If-Range"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trees as a file. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["File"];
                    "text/csv": components["schemas"]["File"];
                    "application/zip": components["schemas"]["File"];
                };
            };
            /** @description The part that was asked for. */
            206: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    "Content-Range": components["headers"]["Content-Range"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["File"];
                    "text/csv": components["schemas"]["File"];
                    "application/zip": components["schemas"]["File"];
                };
            };
            /** @description Nothing has changed since the answer with this entity tag. */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Sylva-Revision": components["headers"]["Sylva-Revision"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            416: components["responses"]["Problem416"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
}
