"""Generated from the OpenAPI document by `npm run generate`: do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

Locale = str


Month = Literal["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]


ConservationStatus = str


BodyFormat = str


JsonValue = Any


Link = str


class TreeSummaryLinks(TypedDict):
    self: Link


class TreeSummary(TypedDict):
    slug: str
    title: str
    scientificName: str
    _links: TreeSummaryLinks


class TreeDetailConservationAssessment(TypedDict):
    year: Optional[int]
    criteria: Optional[str]
    scope: Optional[str]


class TreeDetailCommonNames(TypedDict):
    name: str
    language: str


class TreeDetailIdentifiers(TypedDict):
    wfo: Optional[str]
    ipni: Optional[str]
    gbif: Optional[str]
    iucn: Optional[str]


class TreeDetail(TypedDict):
    slug: str
    title: str
    scientificName: str
    _links: TreeSummaryLinks
    locale: Locale
    availableLocales: List[Locale]
    scientificNameAuthorship: Optional[str]
    family: str
    description: str
    conservationStatus: Optional[ConservationStatus]
    tags: List[str]
    distribution: List[str]
    floweringSeason: List[Month]
    fruitingSeason: List[Month]
    updatedAt: Optional[str]
    conservationAssessment: Optional[TreeDetailConservationAssessment]
    body: Optional[str]
    bodyFormat: Optional[BodyFormat]
    synonyms: List[str]
    commonNames: List[TreeDetailCommonNames]
    nativeRegion: JsonValue
    maxHeight: JsonValue
    elevation: JsonValue
    uses: List[JsonValue]
    toxicityLevel: JsonValue
    toxicParts: List[JsonValue]
    skinContactRisk: JsonValue
    allergenRisk: JsonValue
    featuredImage: JsonValue
    images: List[JsonValue]
    publishedAt: Optional[str]
    identifiers: TreeDetailIdentifiers
    formerSlugs: List[str]
    attributes: Dict[str, JsonValue]


class _ListedTree(TypedDict):
    slug: str
    title: str
    scientificName: str
    _links: TreeSummaryLinks


class ListedTree(_ListedTree, total=False):
    locale: Locale
    availableLocales: List[Locale]
    scientificNameAuthorship: Optional[str]
    family: str
    description: str
    conservationStatus: Optional[ConservationStatus]
    tags: List[str]
    distribution: List[str]
    floweringSeason: List[Month]
    fruitingSeason: List[Month]
    updatedAt: Optional[str]
    conservationAssessment: Optional[TreeDetailConservationAssessment]
    body: Optional[str]
    bodyFormat: Optional[BodyFormat]
    synonyms: List[str]
    commonNames: List[TreeDetailCommonNames]
    nativeRegion: JsonValue
    maxHeight: JsonValue
    elevation: JsonValue
    uses: List[JsonValue]
    toxicityLevel: JsonValue
    toxicParts: List[JsonValue]
    skinContactRisk: JsonValue
    allergenRisk: JsonValue
    featuredImage: JsonValue
    images: List[JsonValue]
    publishedAt: Optional[str]
    identifiers: TreeDetailIdentifiers
    formerSlugs: List[str]
    attributes: Dict[str, JsonValue]


class Pagination(TypedDict):
    page: int
    pageSize: int
    total: int
    totalPages: int
    hasNext: bool
    hasPrev: bool


class FacetCount(TypedDict):
    value: str
    count: int


Facets = Dict[str, List[FacetCount]]


class MatchesValue(TypedDict):
    field: str
    value: str


Matches = Dict[str, MatchesValue]


class Meta(TypedDict):
    locale: Locale
    revision: str


class _PageLinks(TypedDict):
    self: Link
    first: Link
    last: Link


class PageLinks(_PageLinks, total=False):
    next: Link
    prev: Link
    map: Link


class _TreeList(TypedDict):
    data: List[ListedTree]
    pagination: Pagination
    meta: Meta
    _links: PageLinks


class TreeList(_TreeList, total=False):
    facets: Facets
    matches: Matches
    suggestions: List[str]


class _TreeAnswerLinks(TypedDict):
    self: Link


class TreeAnswerLinks(_TreeAnswerLinks, total=False):
    map: Link


class TreeAnswer(TypedDict):
    data: TreeDetail
    related: List[TreeSummary]
    meta: Meta
    _links: TreeAnswerLinks


class _Change(TypedDict):
    slug: str
    change: str
    revision: str


class Change(_Change, total=False):
    tree: Optional[ListedTree]


class ChangeListMeta(TypedDict):
    since: str
    revision: str
    locale: Locale


class ChangeList(TypedDict):
    data: List[Change]
    pagination: Pagination
    meta: ChangeListMeta
    _links: PageLinks


class Genus(TypedDict):
    name: str
    speciesCount: int
    assessedCount: int
    threatenedCount: int


class FamilyLinks(TypedDict):
    trees: Link


class _Family(TypedDict):
    name: str
    commonName: Optional[str]
    speciesCount: int
    _links: FamilyLinks


class Family(_Family, total=False):
    assessedCount: int
    threatenedCount: int
    genera: List[Genus]


class FamilyListMeta(TypedDict):
    totalFamilies: int
    totalSpecies: int
    locale: Locale
    revision: str


class FamilyListLinks(TypedDict):
    self: Link
    trees: Link


class FamilyList(TypedDict):
    data: List[Family]
    meta: FamilyListMeta
    _links: FamilyListLinks


class MatchedTree(TypedDict):
    slug: str
    title: str
    scientificName: str
    family: str
    conservationStatus: Optional[ConservationStatus]
    _links: TreeSummaryLinks


class NameMatch(TypedDict):
    name: str
    status: str
    tree: Optional[MatchedTree]
    candidates: List[MatchedTree]


class NameMatchList(TypedDict):
    data: List[NameMatch]
    meta: Meta
    _links: TreeSummaryLinks


class MapAnswerDataRegions(TypedDict):
    name: str
    path: str


class MapAnswerData(TypedDict):
    width: int
    height: int
    regions: List[MapAnswerDataRegions]


class MapAnswer(TypedDict):
    data: Optional[MapAnswerData]
    meta: Meta
    _links: TreeSummaryLinks


File = Any


class _Fault(TypedDict):
    parameter: str
    message: str


class Fault(_Fault, total=False):
    value: str


ProblemCode = str


class _Problem(TypedDict):
    type: str
    title: str
    status: int
    code: ProblemCode
    detail: str
    requestId: str


class Problem(_Problem, total=False):
    errors: List[Fault]
    _links: Dict[str, Link]


class TreeRecord(TypedDict):
    slug: str
    title: str
    scientificName: str
    _links: TreeSummaryLinks
    locale: Locale
    availableLocales: List[Locale]
    scientificNameAuthorship: Optional[str]
    family: str
    description: str
    conservationStatus: Optional[ConservationStatus]
    tags: List[str]
    distribution: List[str]
    floweringSeason: List[Month]
    fruitingSeason: List[Month]
    updatedAt: Optional[str]

_Texts = TypedDict("_Texts", {
    "slug": str,
    "title.en": str,
    "title.es": str,
    "description.en": str,
    "description.es": str,
    "body.en": str,
    "body.es": str,
    "bodyFormat.en": BodyFormat,
    "bodyFormat.es": BodyFormat,
    "tags.en": List[str],
    "tags.es": List[str],
    "nativeRegion.en": JsonValue,
    "nativeRegion.es": JsonValue,
    "maxHeight.en": JsonValue,
    "maxHeight.es": JsonValue,
    "elevation.en": JsonValue,
    "elevation.es": JsonValue,
    "uses.en": List[JsonValue],
    "uses.es": List[JsonValue],
    "toxicityLevel.en": JsonValue,
    "toxicityLevel.es": JsonValue,
    "toxicParts.en": List[JsonValue],
    "toxicParts.es": List[JsonValue],
    "skinContactRisk.en": JsonValue,
    "skinContactRisk.es": JsonValue,
    "allergenRisk.en": JsonValue,
    "allergenRisk.es": JsonValue,
    "scientificName": str,
    "scientificNameAuthorship": str,
    "family": str,
    "conservationStatus": ConservationStatus,
    "conservationAssessment": TreeDetailConservationAssessment,
    "distribution": List[str],
    "floweringSeason": List[Month],
    "fruitingSeason": List[Month],
    "synonyms": List[str],
    "commonNames": List[TreeDetailCommonNames],
    "featuredImage": JsonValue,
    "images": List[JsonValue],
    "publishedAt": str,
    "updatedAt": str,
    "identifiers": TreeDetailIdentifiers,
    "formerSlugs": List[str],
    "family.commonName.en": str,
    "family.commonName.es": str,
    "attributes.en": Dict[str, JsonValue],
    "attributes.es": Dict[str, JsonValue],
}, total=False)


class ExportedTree(_Texts):
    """A tree as an export has it: texts by language, such as ``title.en``; unknown facts are left out."""
