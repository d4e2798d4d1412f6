// SPDX-License-Identifier: MIT
#include "data/formats/hdf5_dataset.hpp"

#include <dlfcn.h>
#define H5_USE_110_API  // of later versions, too
#if __has_include(<hdf5/serial/hdf5.h>)
#include <hdf5/serial/hdf5.h>  // where Debian has it
#else
#include <hdf5.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/input/file.hpp"

namespace uneven::data {

namespace {

constexpr unsigned read_only = 0;  // H5F_ACC_RDONLY, whose macro calls the library

class Library {
 public:
  static const Library& get() {
    static const Library library;
    return library;
  }

#define UNEVEN_FUNCTION(name) decltype(&::name) name = find<decltype(&::name)>(#name)
  UNEVEN_FUNCTION(H5open);
  UNEVEN_FUNCTION(H5Eset_auto2);
  UNEVEN_FUNCTION(H5Fopen);
  UNEVEN_FUNCTION(H5Fclose);
  UNEVEN_FUNCTION(H5Dopen2);
  UNEVEN_FUNCTION(H5Dclose);
  UNEVEN_FUNCTION(H5Dget_space);
  UNEVEN_FUNCTION(H5Dget_type);
  UNEVEN_FUNCTION(H5Dget_create_plist);
  UNEVEN_FUNCTION(H5Dget_storage_size);
  UNEVEN_FUNCTION(H5Dget_offset);
  UNEVEN_FUNCTION(H5Dread);
  UNEVEN_FUNCTION(H5Pget_layout);
  UNEVEN_FUNCTION(H5Pget_chunk);
  UNEVEN_FUNCTION(H5Pclose);
  UNEVEN_FUNCTION(H5Screate_simple);
  UNEVEN_FUNCTION(H5Sget_simple_extent_ndims);
  UNEVEN_FUNCTION(H5Sget_simple_extent_dims);
  UNEVEN_FUNCTION(H5Sselect_hyperslab);
  UNEVEN_FUNCTION(H5Sclose);
  UNEVEN_FUNCTION(H5Tget_class);
  UNEVEN_FUNCTION(H5Tget_fields);
  UNEVEN_FUNCTION(H5Tget_offset);
  UNEVEN_FUNCTION(H5Tget_precision);
  UNEVEN_FUNCTION(H5Tget_size);
  UNEVEN_FUNCTION(H5Tclose);
  UNEVEN_FUNCTION(H5Ovisit2);
#undef UNEVEN_FUNCTION
  hid_t number = 0;  ///< the type of a double in memory

 private:
  Library() {
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    number = *find<const hid_t*>("H5T_NATIVE_DOUBLE_g");
  }

  template <class Pointer>
  Pointer find(const char* name) {
    void* const found = ::dlsym(handle(), name);
    if (!found) throw SystemError(std::string("libhdf5 has no ") + name + "; expected version 1.10 to 1.14");
    return reinterpret_cast<Pointer>(found);
  }

  static void* handle() {
    static void* const handle = [] {
      // Nothing is written, and some file systems know no locks.
      ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
      const std::string version = H5_VERS_MINOR < 12 ? "103" : H5_VERS_MINOR < 14 ? "200" : "310";
      for (const std::string& name : {"libhdf5_serial.so." + version, "libhdf5.so." + version,
                                      std::string("libhdf5_serial.so"), std::string("libhdf5.so")})
        if (void* const found = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return found;
      throw SystemError(std::string("an HDF5 file cannot be read without libhdf5: ") + ::dlerror());
    }();
    return handle;
  }
};

/// An identifier of the library, which its function closes.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

herr_t add_dataset(hid_t, const char* name, const H5O_info_t* info, void* names) noexcept try {
  if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
} catch (...) {
  return -1;
}

}  // namespace

void load_hdf5() { Library::get(); }

struct Hdf5Dataset::State {
  State(const std::string& file, const std::string& part)
      : hdf5(Library::get()),
        size(static_cast<hsize_t>(InputFile(file).bytes())),
        file(hdf5.H5Fopen(file.c_str(), read_only, 0), hdf5.H5Fclose),
        path(part) {
    if (!this->file) fail("is damaged or cut off; expected an HDF5 file");
    if (path.empty()) path = only_path();
    dataset = std::make_unique<Handle>(hdf5.H5Dopen2(this->file.id(), path.c_str(), H5P_DEFAULT), hdf5.H5Dclose);
    if (!*dataset) fail("has no dataset '" + shown(path) + "'; expected one of " + list());
    read_shape();
    read_layout();
  }

  [[noreturn]] static void fail(const std::string& what) { throw InputError(what); }

  std::vector<std::string> datasets() const {
    std::vector<std::string> names;
    hdf5.H5Ovisit2(file.id(), H5_INDEX_NAME, H5_ITER_INC, add_dataset, &names, H5O_INFO_BASIC);
    return names;
  }

  std::string list() const {
    constexpr std::size_t most = 8;
    const std::vector<std::string> names = datasets();
    if (names.empty()) return "none (there is no dataset)";
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i ? ", /" : "/") + shown_data(names[i]);
    return text + (names.size() > most ? ", ..." : "");
  }

  std::string only_path() const {
    const std::vector<std::string> names = datasets();
    if (names.size() != 1)
      fail("has " + std::to_string(names.size()) +
           " datasets; expected the name of one behind the file's and a colon: " + list());
    return "/" + names[0];
  }

  void read_shape() {
    const Handle space(hdf5.H5Dget_space(dataset->id()), hdf5.H5Sclose);
    const int dimensions = space ? hdf5.H5Sget_simple_extent_ndims(space.id()) : -1;
    if (dimensions < 1) fail("dataset " + shown(path) + " has no dimensions; expected 1 or more");
    shape.resize(static_cast<std::size_t>(dimensions));
    hdf5.H5Sget_simple_extent_dims(space.id(), shape.data(), nullptr);
    hsize_t all = sizeof(double);
    bool large = false;
    for (const hsize_t length : shape) large |= __builtin_mul_overflow(all, std::max<hsize_t>(1, length), &all);
    if (large || all > hsize_t{INT64_MAX})
      fail("dataset " + shown(path) + " is larger than any file; expected the numbers that it has");
    rows = static_cast<std::int64_t>(shape[0]);
    for (std::size_t i = 1; i < shape.size(); ++i) columns *= static_cast<std::int64_t>(shape[i]);
    if (rows == 0 || columns == 0) fail("dataset " + shown(path) + " holds no numbers; expected some");
  }

  /// Whether the bits of a number are in its bytes; libhdf5 would take others for them.
  bool is_within(hid_t type, bool floating) const {
    const std::size_t bits = 8 * hdf5.H5Tget_size(type);
    const int offset = hdf5.H5Tget_offset(type);
    const std::size_t end = hdf5.H5Tget_precision(type) + static_cast<std::size_t>(std::max(0, offset));
    if (offset < 0 || end == 0 || end > bits) return false;
    std::size_t sign = 0, exponent = 0, exponent_bits = 0, fraction = 0, fraction_bits = 0;
    return !floating || (hdf5.H5Tget_fields(type, &sign, &exponent, &exponent_bits, &fraction, &fraction_bits) >= 0 &&
                         sign < bits && exponent + exponent_bits <= bits && fraction + fraction_bits <= bits);
  }

  void read_layout() {
    const Handle type(hdf5.H5Dget_type(dataset->id()), hdf5.H5Tclose);
    const H5T_class_t kind = type ? hdf5.H5Tget_class(type.id()) : H5T_NO_CLASS;
    if (kind != H5T_INTEGER && kind != H5T_FLOAT)
      fail("dataset " + shown(path) + " does not hold whole or floating-point numbers; expected such");
    if (!is_within(type.id(), kind == H5T_FLOAT))
      fail("dataset " + shown(path) + " has numbers that are longer than their bytes; expected a whole file");
    // What was never written would be read as zeros; no filter makes a number out of less than a thousandth of it.
    constexpr double most_packed = 1100;
    const double bytes =
        static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(hdf5.H5Tget_size(type.id()));
    if (bytes > most_packed * static_cast<double>(hdf5.H5Dget_storage_size(dataset->id())))
      fail("dataset " + shown(path) + " is not filled; expected its numbers");
    // What is behind the end of the file would be read as anything. Chunks have no offset.
    const haddr_t begin = hdf5.H5Dget_offset(dataset->id());
    if (begin != HADDR_UNDEF && (begin > size || hdf5.H5Dget_storage_size(dataset->id()) > size - begin))
      fail("dataset " + shown(path) + " goes on behind the end of the file; expected a whole file");
    const Handle list(hdf5.H5Dget_create_plist(dataset->id()), hdf5.H5Pclose);
    std::vector<hsize_t> chunk(shape.size());
    if (!list || hdf5.H5Pget_layout(list.id()) != H5D_CHUNKED ||
        hdf5.H5Pget_chunk(list.id(), static_cast<int>(chunk.size()), chunk.data()) < 1 || chunk[0] == 0)
      return;
    rows_of_chunk = static_cast<std::int64_t>(std::min(chunk[0], shape[0]));
  }

  const Library& hdf5;
  hsize_t size;  ///< of the file, in bytes
  Handle file;
  std::unique_ptr<Handle> dataset;
  std::string path;
  std::vector<hsize_t> shape;
  std::int64_t rows = 0, columns = 1, rows_of_chunk = 1;
};

Hdf5Dataset::Hdf5Dataset(const std::string& path, const std::string& part)
    : state_(std::make_unique<State>(path, part)) {}
Hdf5Dataset::~Hdf5Dataset() = default;

std::int64_t Hdf5Dataset::rows() const { return state_->rows; }
std::int64_t Hdf5Dataset::columns() const { return state_->columns; }
std::int64_t Hdf5Dataset::rows_of_chunk() const { return state_->rows_of_chunk; }

std::string Hdf5Dataset::description() const {
  std::string shape;
  for (const hsize_t length : state_->shape) shape += (shape.empty() ? "" : " x ") + std::to_string(length);
  return "HDF5 dataset " + shown(state_->path) + " of " + shape + " numbers";
}

void Hdf5Dataset::read(std::int64_t first_row, std::int64_t rows, double* to) const {
  const Library& hdf5 = state_->hdf5;
  const hid_t dataset = state_->dataset->id();
  std::vector<hsize_t> first(state_->shape.size(), 0), count = state_->shape;
  first[0] = static_cast<hsize_t>(first_row);
  count[0] = static_cast<hsize_t>(rows);
  const Handle part(hdf5.H5Dget_space(dataset), hdf5.H5Sclose);
  const Handle memory(hdf5.H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), hdf5.H5Sclose);
  if (!part || !memory ||
      hdf5.H5Sselect_hyperslab(part.id(), H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr) < 0 ||
      hdf5.H5Dread(dataset, hdf5.number, memory.id(), part.id(), H5P_DEFAULT, to) < 0)
    State::fail("rows " + std::to_string(first[0] + 1) + " to " + std::to_string(first[0] + count[0]) +
                " cannot be read; expected a whole file, without filters other than those of libhdf5");
}

}  // namespace uneven::data
